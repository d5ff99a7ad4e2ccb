import type { JobDefinition } from './job-definition.ts';
import type { Schedule } from './schedule.ts';
import { fillSlot, SCHEDULED_TIME } from './slot.ts';
import { throughJson } from './through-json.ts';
import { writeDocument } from './write-document.ts';

/**
 * The body that EventBridge Scheduler sends at each tick, once it has put the instant in. Its id can't be the job's,
 * whose key is percent-encoded: the consumer works that out from type and payload, as it always does.
 */
export function scheduledMessage(
  job: Pick<JobDefinition, 'type' | 'version'>,
  { name, payload }: Schedule,
  sender: { readonly app: string; readonly stage: string },
): string {
  const data = throughJson(fillSlot(payload, SCHEDULED_TIME));
  if (!data.ok) throw new Error(`schedules.${name} of ${job.type} has no payload that JSON can hold`);
  return writeDocument({
    job,
    id: `${job.type}/${name}/${SCHEDULED_TIME}`,
    // defineJob has sent it through the payload's schema.
    data: data.value as Record<string, unknown>,
    source: `/millrace/${sender.app}/${sender.stage}`,
    time: SCHEDULED_TIME,
  });
}
