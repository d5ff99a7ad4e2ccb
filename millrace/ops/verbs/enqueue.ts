import { queuePairs } from '../../definition/queue-pairs.ts';
import { wholeMinute } from '../../message/delayed-jobs.ts';
import { createProducer } from '../../producer/create-producer.ts';
import { checkedPriority, isLong, LONGEST_DELAY_SECONDS } from '../../producer/enqueue-options.ts';
import { OperatorError } from '../operator-error.ts';
import { knownJob } from '../stack/known-job.ts';
import { readConfidential } from './read-confidential.ts';
import { readNumber } from './read-number.ts';
import { readPriority } from './read-priority.ts';
import type { Verb } from './verb.ts';

export const enqueue: Verb = {
  name: 'enqueue',
  summary: 'sends one job',
  argumentNames: "<job type> '<payload as JSON>'",
  argumentCount: { least: 2, most: 2 },
  options: {
    confidential: { value: 'JSON', summary: 'of a job with confidential data' },
    'confidential-file': {
      value: 'PATH',
      summary: 'the same from a file, or from standard input (-): so it is not in the shell’s history',
    },
    priority: { value: 'NAME', summary: 'of a job with priorities; the least urgent unless given' },
    'delay-seconds': {
      value: 'N',
      summary: `it may be received after N seconds, 365 days at most; not with orderedBy`,
    },
  },
  details: [
    'The payload is validated and guarded as any producer’s: a bad one is refused with its paths, and nothing is sent. The same key within the lifetime of its record is the same job: it is not run again.',
    'Confidential data is checked against its own schema and written encrypted beside the job’s record before the job is sent. It is written once: for the same job other data is refused, and so is any once the job is over.',
    '`npm run send -- …` is the same.',
  ],
  examples: [
    `enqueue email.send \\\n    '{"deliveryId":"d-1","templateId":"welcome","userId":"u-1"}' \\\n    --confidential-file mail.json`,
  ],
  async run(call) {
    const { stack, clock, options } = call;
    const [type = '', text = ''] = call.arguments;
    const job = knownJob(stack.catalogue, type);
    const priority = checkedPriority(job, readPriority(job, options));
    const delaySeconds = readNumber(options, 'delay-seconds', { least: 0, most: LONGEST_DELAY_SECONDS });
    const { app, stage, queues, records, delays, place } = stack;
    const producer = createProducer({ app, stage, queues, records, delays, clock });
    const payload = readPayload(text) as Record<string, unknown>; // the producer validates it
    const chosen = {
      ...(delaySeconds === undefined ? {} : { delaySeconds }),
      ...(priority === undefined ? {} : { priority }),
    };
    const { jobId } = await producer.enqueue(job, payload, { ...chosen, confidential: await readConfidential(call) });
    const queue = queuePairs(app, stage, job).find((pair) => pair.priority === priority)?.source;
    return {
      exitCode: 0,
      json: { jobId, type, queue, app, stage, ...chosen },
      text: `${jobId}\n${whereTo(`${queue} (${place})`, delaySeconds ?? 0, clock.now())}`,
    };
  },
};

function whereTo(queue: string, delaySeconds: number, nowMs: number): string {
  if (!isLong(delaySeconds)) {
    return `sent to ${queue}${delaySeconds > 0 ? `, due in ${delaySeconds} s` : ''}`;
  }
  const dueAt = new Date(wholeMinute(nowMs + delaySeconds * 1000)).toISOString();
  return `put off until ${dueAt}, then sent to ${queue}`;
}

function readPayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError('the payload is not JSON', `quote it as a whole: '{"someId":"1"}'`, { cause });
  }
}
