import type { Queue } from './queue.ts';
import type { QueueAttributes } from './queue-attributes.ts';
import { invalidParameter } from './sqs-error.ts';

export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

const MOST_RECEIVES = 1000;
const MOST_SOURCE_QUEUES = 10;

export function parseRedrivePolicy(text: string | undefined): RedrivePolicy | undefined {
  if (!text) return undefined;
  const { deadLetterTargetArn, maxReceiveCount: given } = JSON.parse(text);
  const maxReceiveCount = Number(given);
  if (typeof deadLetterTargetArn !== 'string')
    throw invalidParameter('RedrivePolicy', text, 'deadLetterTargetArn is missing.');
  if (!Number.isInteger(maxReceiveCount) || maxReceiveCount < 1 || maxReceiveCount > MOST_RECEIVES)
    throw invalidParameter('RedrivePolicy', text, `maxReceiveCount must be an integer from 1 to ${MOST_RECEIVES}.`);
  return { deadLetterTargetArn, maxReceiveCount };
}

/** Refuses a redrive policy in these attributes whose target is missing, of the other type, the queue itself, or doesn't allow it. */
export function checkRedrivePolicy(
  attributes: QueueAttributes,
  source: { arn: string; fifo: boolean },
  target?: Queue,
) {
  const text = attributes.RedrivePolicy;
  if (!text || !parseRedrivePolicy(text)) return;
  if (!target) throw invalidParameter('RedrivePolicy', text, 'Dead letter target does not exist.');
  if (target.arn === source.arn)
    throw invalidParameter('RedrivePolicy', text, 'Dead letter target is the queue itself.');
  if (target.fifo !== source.fifo)
    throw invalidParameter('RedrivePolicy', text, 'Dead-letter queue must be same type of queue as the source.');
  if (!allows(target.attributes.RedriveAllowPolicy, source.arn))
    throw invalidParameter(
      'RedrivePolicy',
      text,
      'The RedriveAllowPolicy of the dead-letter queue does not allow this source.',
    );
}

export function checkRedriveAllowPolicy({ RedriveAllowPolicy: text }: QueueAttributes) {
  if (!text) return;
  const { redrivePermission, sourceQueueArns } = JSON.parse(text);
  if (!['allowAll', 'denyAll', 'byQueue'].includes(redrivePermission))
    throw invalidParameter('RedriveAllowPolicy', text, 'redrivePermission must be allowAll, denyAll or byQueue.');
  const named = Array.isArray(sourceQueueArns) ? sourceQueueArns.length : 0;
  if (redrivePermission === 'byQueue' ? named < 1 || named > MOST_SOURCE_QUEUES : sourceQueueArns !== undefined)
    throw invalidParameter(
      'RedriveAllowPolicy',
      text,
      `sourceQueueArns goes with byQueue only, and names 1 to ${MOST_SOURCE_QUEUES}.`,
    );
}

function allows(redriveAllowPolicy: string | undefined, sourceArn: string) {
  if (!redriveAllowPolicy) return true;
  const { redrivePermission, sourceQueueArns } = JSON.parse(redriveAllowPolicy);
  return redrivePermission === 'byQueue' ? sourceQueueArns.includes(sourceArn) : redrivePermission === 'allowAll';
}
