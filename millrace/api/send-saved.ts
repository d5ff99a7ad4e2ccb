import { describeError } from '../consumer/describe-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { within } from '../message/within.ts';
import type { SendableJob } from '../producer/prepare-message.ts';
import type { JobRecord } from '../record/job-record.ts';
import { unsentMessage } from '../record/unsent-message.ts';
import { sent } from '../record/writes/saving.ts';
import type { ApiPorts } from './api-ports.ts';

/** Well inside the time for which a caller waits: what takes longer is left to the sweeper. */
const SEND_WITHIN_MS = 5_000;

/** A job that could not be sent stays saved; whoever reads the log learns why. */
export async function sendSaved(ports: ApiPorts, job: JobDefinition, message: SendableJob): Promise<boolean> {
  try {
    await within(ports.clock, SEND_WITHIN_MS, sendAndMark(ports, job, message));
    return true;
  } catch (error) {
    const told = { jobId: message.jobId, jobType: job.type, failure: describeError(error) };
    ports.logger.warn('a saved job is not known to be sent: the sweeper sends it', told);
    return false;
  }
}

async function sendAndMark({ sender, records }: ApiPorts, job: JobDefinition, message: SendableJob): Promise<void> {
  const [failure] = await sender.send(job, [message]);
  if (failure) throw failure;
  await records.update(sent(message.jobId));
}

/**
 * Sends the message that a record keeps, with what is left of its delay, and to the queue that it was for. Answers
 * whether it is known to be sent.
 */
export async function sendAsSaved(ports: ApiPorts, job: JobDefinition, record: JobRecord): Promise<boolean> {
  const { id: jobId, due_at: dueAt } = record;
  const message = await unsentMessage(ports.records, record);
  if (message === undefined) throw new Error('the body of its message is gone');
  const delay = dueAt === undefined ? {} : { delaySeconds: secondsUntil(dueAt, ports.clock.now()) };
  const { priority, ...rest } = message;
  return await sendSaved(ports, job, {
    jobId,
    priority: knownPriority(job, priority),
    message: { ...rest, ...delay },
  });
}

function secondsUntil(dueAt: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(dueAt) - nowMs) / 1000));
}

/** One that a deploy took away since is the least urgent now. */
function knownPriority({ priorities }: JobDefinition, priority: string | undefined): SendableJob['priority'] {
  return priority !== undefined && priorities.includes(priority) ? priority : priorities.at(-1);
}
