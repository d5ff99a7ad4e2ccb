import { knownJob } from '../stack/known-job.ts';
import { describeStatus } from '../status/describe-status.ts';
import { readStatus } from '../status/read-status.ts';
import { wrap } from '../text/wrap.ts';
import type { Verb } from './verb.ts';

export const status: Verb = {
  name: 'status',
  summary: 'counts what waits, is in flight or dead; says how breakers stand',
  argumentNames: '[job type]',
  argumentCount: { least: 0, most: 1 },
  options: {},
  details: [
    'Waiting: may be received now. In flight: received, or hidden until later: a retry, or put off by a breaker or a rate. Delayed: sent with a delay. Dead: in the dead-letter queue. These are SQS’s own counts, which are approximate; nothing is received, so nothing is hidden from anyone.',
    'A breaker is closed; open, for so long; testing, while one run finds out whether it can close; or returning, when so much of each batch is let through. A job without one has a `-` there.',
  ],
  examples: ['status', 'status billing.charge', 'status --stage prod --json'],
  async run({ stack, clock, columns, arguments: [type] }) {
    const jobs = type === undefined ? stack.catalogue.jobs : [knownJob(stack.catalogue, type)];
    const nowMs = clock.now();
    const read = await Promise.all(jobs.map((job) => readStatus(stack, job, nowMs)));
    const { app, stage, place } = stack;
    return {
      exitCode: 0,
      json: { app, stage, at: new Date(nowMs).toISOString(), jobs: read },
      text:
        read.length > 0 ? describeStatus(read, nowMs) : wrap(`There is no job in ${place} yet.`, columns).join('\n'),
    };
  },
};
