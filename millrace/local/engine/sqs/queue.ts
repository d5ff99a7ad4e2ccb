import type { Clock } from '../../../message/clock.ts';
import { createDeduplication, type Deduplication } from './deduplication.ts';
import { createFifoLine } from './fifo-line.ts';
import { createLongPolls, type LongPolls } from './long-polls.ts';
import { createMessageStore, type MessageStore } from './message-store.ts';
import type { QueueAttributes } from './queue-attributes.ts';
import type { ReceivedMessage } from './received-message.ts';
import { parseRedrivePolicy, type RedrivePolicy } from './redrive-policy.ts';
import type { SqsFaults } from './sqs-faults.ts';
import { createStandardLine } from './standard-line.ts';

export interface Queue {
  readonly name: string;
  readonly arn: string;
  readonly fifo: boolean;
  readonly createdAtMs: number;
  readonly tags: Map<string, string>;
  readonly messages: MessageStore;
  readonly polls: LongPolls<ReceivedMessage>;
  readonly deduplication: Deduplication;
  readonly attributes: QueueAttributes;
  readonly redrivePolicy: RedrivePolicy | undefined;
  readonly modifiedAtMs: number;
  configure(attributes: QueueAttributes): void;
  purgedAtMs: number | undefined;
}

export interface QueueSettings {
  readonly name: string;
  readonly arn: string;
  readonly attributes: QueueAttributes;
  readonly tags: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly faults: SqsFaults;
}

export function createQueue({ name, arn, attributes, tags, clock, faults }: QueueSettings): Queue {
  const fifo = name.endsWith('.fifo');
  let current = attributes;
  let redrivePolicy = parseRedrivePolicy(attributes.RedrivePolicy);
  let modifiedAtMs = clock.now();
  const messages = createMessageStore({
    clock,
    line: fifo ? createFifoLine() : createStandardLine(faults.shuffle),
    retentionSeconds: () => Number(current.MessageRetentionPeriod),
  });
  return {
    name,
    arn,
    fifo,
    createdAtMs: clock.now(),
    tags: new Map(Object.entries(tags)),
    messages,
    polls: createLongPolls(clock, messages.nextVisibleAt),
    deduplication: createDeduplication(clock),
    purgedAtMs: undefined,
    get attributes() {
      return current;
    },
    get redrivePolicy() {
      return redrivePolicy;
    },
    get modifiedAtMs() {
      return modifiedAtMs;
    },
    configure: (next) => {
      current = next;
      redrivePolicy = parseRedrivePolicy(next.RedrivePolicy);
      modifiedAtMs = clock.now();
    },
  };
}
