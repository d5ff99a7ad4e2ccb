import type { Catalogue } from '../definition/catalogue.ts';
import { consumerFile } from '../definition/consumer-file.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { jobStem } from '../definition/job-stem.ts';
import { rateWindow } from '../definition/rate-window.ts';
import { type ResolvedSettings, resolveSettings } from '../definition/resolve-settings.ts';
import { scheduleTable } from './schedule-table.ts';
import { markdownTable } from './text/markdown-table.ts';

const INTRODUCTION = `# Jobs

<!-- Made from jobs/ by: npm run docs -->

What every job can rely on. **set**: the job's file says so, and differs from what it would get otherwise; **default**: it is as for any job;
**derived**: it follows from the settings above it.`;

/** docs/jobs.md: every job with its owner, its rule for replay, and its numbers, each with where it comes from. */
export function jobsPage({ jobs, owners }: Catalogue): string {
  const sections = jobs.map((job) => jobSection(job, owners[job.owner]?.team ?? job.owner));
  return `${[INTRODUCTION, ...(jobs.length === 0 ? ['There is none yet.'] : sections)].join('\n\n')}\n`;
}

function jobSection(job: JobDefinition, team: string): string {
  const files = `[definition](../jobs/${jobStem(job.type)}.ts), [consumer](../${consumerFile(job.type)})`;
  const { replay } = job;
  return [
    `## ${job.type}`,
    `${team} owns it. Payload, version ${job.version}: ${codes(Object.keys(job.payload.shape))}. Its key is ${codes(job.idempotencyKey)}. ${files}.`,
    ...confidentialWords(job),
    replay.rule === 'safe' ? 'Replay when dead: safe.' : `Replay when dead: check first, because ${replay.because}.`,
    markdownTable([['setting', 'value', 'from'], ...settingRows(job), ...derivedRows(job)]),
    ...scheduleTable(job),
  ].join('\n\n');
}

function confidentialWords({ confidential }: JobDefinition): string[] {
  if (confidential === undefined) return [];
  const erased = 'erased once the job is over';
  return [`Confidential, encrypted beside the record and ${erased}: ${codes(Object.keys(confidential.shape))}.`];
}

type Row = readonly [setting: string, value: string, from: 'set' | 'default' | 'derived'];

function settingRows(job: JobDefinition): Row[] {
  const usual = resolveSettings({});
  const row = (setting: keyof ResolvedSettings, show: (of: ResolvedSettings) => string): Row => {
    const value = show(job);
    return [`\`${setting}\``, value, value === show(usual) ? 'default' : 'set'];
  };
  const timeout = `${job.timeoutSeconds} s`;
  const derivedTimeout = resolveSettings({ p95Seconds: job.p95Seconds }).timeoutSeconds;
  return [
    [
      '`p95Seconds`',
      `${job.p95Seconds} s${job.p95Measured ? '' : ', unmeasured'}`,
      job.p95Measured ? 'set' : 'default',
    ],
    ['`timeoutSeconds`', timeout, job.timeoutSeconds === derivedTimeout ? 'derived' : 'set'],
    row('memoryMb', ({ memoryMb }) => `${memoryMb} MB`),
    row('maxAttempts', ({ maxAttempts }) => String(maxAttempts)),
    row('backoff', ({ backoff }) => `${backoff.firstSeconds} s, doubling to ${backoff.maxSeconds} s`),
    row('concurrency', ({ concurrency }) => `${concurrency} at once`),
    row('orderedBy', ({ orderedBy }) => (orderedBy === undefined ? 'none' : codes([orderedBy]))),
    row('fairBy', ({ fairBy }) => (fairBy === undefined ? 'none' : codes([fairBy]))),
    row('priorities', ({ priorities }) => (priorities.length === 0 ? 'none' : codes(priorities))),
    row('batchWindowSeconds', ({ batchWindowSeconds }) => `${batchWindowSeconds} s`),
    row('ratePerSecond', rateWords),
    row('breaker', breakerWords),
    row('maxWaitSeconds', ({ maxWaitSeconds }) => `${maxWaitSeconds} s`),
    row('expiresAfterSeconds', ({ expiresAfterSeconds }) =>
      expiresAfterSeconds === undefined ? 'never' : `${expiresAfterSeconds} s`,
    ),
    row('retentionSeconds', ({ retentionSeconds }) => days(retentionSeconds)),
  ];
}

function rateWords({ ratePerSecond }: ResolvedSettings): string {
  const window = ratePerSecond === undefined ? undefined : rateWindow(ratePerSecond);
  return window === undefined ? 'any' : `${window.runs} in ${window.seconds} s`;
}

function breakerWords({ breaker }: ResolvedSettings): string {
  if (breaker === undefined) return 'none';
  return `${breaker.failures} failures in ${breaker.withinSeconds} s open it for ${breaker.openSeconds} s`;
}

function derivedRows(job: JobDefinition): Row[] {
  const { p95Seconds, timeoutSeconds, maxAttempts, concurrency, batchWindowSeconds, retentionSeconds, maxWaitSeconds } =
    job;
  const { timing } = resolveSettings({
    ...{ p95Seconds, timeoutSeconds, maxAttempts, concurrency, batchWindowSeconds, retentionSeconds, maxWaitSeconds },
    ...(job.orderedBy === undefined ? {} : { orderedBy: job.orderedBy }),
    ...(job.ratePerSecond === undefined ? {} : { ratePerSecond: job.ratePerSecond }),
    priorities: job.priorities,
  });
  const ofEachQueue = job.priorities.length === 0 ? '' : ' of each queue';
  const row = (setting: string, show: (of: JobDefinition['timing']) => string): Row => {
    const value = show(job.timing);
    return [setting, value, value === show(timing) ? 'derived' : 'set'];
  };
  return [
    row('batch size', ({ batchSize }) => String(batchSize)),
    row('batches at once', ({ maximumConcurrency }) => `${maximumConcurrency}${ofEachQueue}`),
    row('function timeout', ({ functionTimeoutSeconds }) => `${functionTimeoutSeconds} s`),
    row('visibility timeout', ({ visibilitySeconds }) => `${visibilitySeconds} s`),
    row('receives before SQS gives up', ({ maxReceiveCount }) => String(maxReceiveCount)),
    row('record lifetime', ({ recordLifetimeSeconds }) => days(recordLifetimeSeconds)),
    row('messages at most', ({ maxDepth }) => `${maxDepth}${ofEachQueue}`),
    row('depth alarm', ({ alarms }) => `${alarms.depth} waiting`),
    row('oldest-age alarm', ({ alarms }) => `${alarms.oldestAgeSeconds} s`),
  ];
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function days(seconds: number): string {
  return seconds % 86_400 === 0 ? `${seconds / 86_400} days` : `${seconds} s`;
}
