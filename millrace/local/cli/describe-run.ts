import type { JobDefinition } from '../../definition/job-definition.ts';
import type { Paint } from '../../ops/cli/paint.ts';
import type { EarlierRun, ReadyEvent } from '../local-run-event.ts';
import { describeSchedules } from './describe-schedules.ts';

/** A job to try. */
export interface Example {
  readonly type: string;
  readonly payload: unknown;
  /** Of a job that has some. */
  readonly confidential?: unknown;
  readonly jobId: string;
}

export interface RunDescription {
  readonly ready: ReadyEvent;
  readonly jobs: readonly JobDefinition[];
  readonly example: Example | undefined;
  /** As it is typed in this project. */
  readonly sendCommand: string;
  readonly paint: Paint;
}

/** What `npm start` shows once everything runs: addresses, jobs, and commands to try. */
export function describeRun({ ready, jobs, example, sendCommand, paint }: RunDescription): string {
  const engine =
    ready.sqsEndpoint === ready.dynamodbEndpoint
      ? [`  SQS, DynamoDB  ${ready.endpoint}`]
      : [`  SQS            ${ready.sqsEndpoint}`, `  DynamoDB       ${ready.dynamodbEndpoint}`];
  return [
    '',
    `${paint('bold', `${ready.app}-${ready.stage}`)} runs on this machine. Ctrl-C ends it.`,
    '',
    ...(ready.earlierRun ? [...describeEarlier(ready.earlierRun).map((line) => paint('yellow', line)), ''] : []),
    ...engine,
    ...(ready.api ? [`  HTTP API       ${ready.api}`] : []),
    ...(ready.tokenIssuer ? [`  Tokens of      ${ready.tokenIssuer}`] : []),
    ...Object.values(ready.webhooks ?? {}).map((address) => `  Webhook        ${address}`),
    ...(ready.twins ? [`  Twins          ${ready.twins}  (in place of outside services)`] : []),
    `  Credentials    ${ready.accessKeyId} / ${ready.secretAccessKey}, ${ready.region}`,
    '',
    paint('bold', jobs.length === 0 ? 'No jobs yet: CONTRIBUTING.md says how to add one.' : 'Jobs'),
    ...jobs.map(describeJob),
    ...describeSchedules(ready, paint),
    ...(example ? describeCommands({ ...example, sendCommand }, ready, paint) : []),
    '',
    paint('dim', 'What happens to each job shows below.'),
    '',
  ].join('\n');
}

function describeEarlier({ pid, endpoint }: EarlierRun): string[] {
  return [
    `Another local run is alive here: process ${pid}, ${endpoint}.`,
    'npm run send and npx millrace speak to that one, not to this. To have them speak',
    'to this one, end both and start it again.',
  ];
}

function describeJob({ type, owner, maxAttempts, ...job }: JobDefinition): string {
  return `  ${type.padEnd(17)} ${maxAttempts} attempts, ${atOnce(job)}, owned by ${owner}`;
}

function atOnce({ timing, orderedBy, priorities }: Pick<JobDefinition, 'timing' | 'orderedBy' | 'priorities'>): string {
  const { batchSize, maximumConcurrency: batches } = timing;
  if (orderedBy !== undefined) return `${batches} at once, one for each ${orderedBy}`;
  const jobs = batchSize === 1 ? `${batches} at once` : `${batches} batches of ${batchSize} at once`;
  return priorities.length === 0 ? jobs : `${jobs} for each of ${priorities.join(', ')}`;
}

/** Only what reaches this run: `npm run send` would speak to an earlier one. */
function describeCommands(
  { type, payload, confidential, jobId, sendCommand }: Example & { readonly sendCommand: string },
  ready: ReadyEvent,
  paint: Paint,
): string[] {
  const data = confidential === undefined ? [] : ['    --confidential \\', `    ${quote(confidential)}`];
  const send = [`  ${sendCommand} ${type} \\`, `    ${quote(payload)}${data.length > 0 ? ' \\' : ''}`, ...data];
  const { api, earlierRun } = ready;
  const curl = [
    `  curl ${authorization(ready)} \\`,
    "    -H 'content-type: application/json' \\",
    `    -d ${quote({ payload, confidential })} \\`,
    `    ${api}/jobs/${type}`,
  ];
  const ask = [`  curl ${authorization(ready)} \\`, `    ${api}/jobs/${encodeURIComponent(jobId)}`];
  const ways = [...(earlierRun ? [] : [send]), ...(api ? [curl, ask] : [])];
  const names = [
    ...(earlierRun ? [] : ['from another terminal']),
    ...(api ? ['by the API, and ask how far it is'] : []),
  ];
  if (ways.length === 0) return [];
  return ['', paint('bold', `Send a job ${names.join(', then ')}`), ...ways.flatMap((way) => ['', ...way]).slice(1)];
}

function authorization({ tokenIssuer, region, accessKeyId, secretAccessKey }: ReadyEvent): string {
  if (tokenIssuer !== undefined) return '-H "authorization: Bearer $TOKEN"';
  return `--aws-sigv4 "aws:amz:${region}:execute-api" -u ${accessKeyId}:${secretAccessKey}`;
}

/** Between `    -d '` and `' \\`, in 80 columns. */
const WIDTH = 69;

/** Quoted for a POSIX shell; JSON may hold line breaks, so a long one is broken after its commas. */
function quote(value: unknown): string {
  const json = JSON.stringify(value).replaceAll("'", "'\\''");
  if (json.length <= WIDTH) return `'${json}'`;
  const lines: string[] = [];
  for (const part of json.split(/(?<=,)(?=")/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length <= WIDTH) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return `'${lines.join('\n      ')}'`;
}
