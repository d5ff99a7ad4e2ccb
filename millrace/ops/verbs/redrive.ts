import type { JobDefinition } from '../../definition/job-definition.ts';
import { isJobId, isMessageRecordId, typeOfJobId } from '../../definition/job-id.ts';
import type { JobStatus } from '../../record/job-record.ts';
import { UsageError } from '../operator-error.ts';
import { describeReport } from '../redrive/describe-report.ts';
import { type JobRedriveRequest, redriveJob } from '../redrive/redrive-job.ts';
import type { RedriveReport } from '../redrive/redrive-report.ts';
import { askForConsent } from '../stack/ask-for-consent.ts';
import { depthOfAll } from '../stack/depth-of-all.ts';
import { productionRule } from '../stack/is-production.ts';
import { knownJob } from '../stack/known-job.ts';
import { queueUrls, type Stack } from '../stack/stack.ts';
import { fold } from '../text/fold.ts';
import { noJobId } from './no-job-id.ts';
import { readEdit } from './read-edit.ts';
import { readNumber } from './read-number.ts';
import { readPriority } from './read-priority.ts';
import type { Verb, VerbAnswer, VerbCall } from './verb.ts';

const RATE = { least: 1, most: 500 };
const HIGHEST_LIMIT = 1_000_000;

export const redrive: Verb = {
  name: 'redrive',
  summary: 'sends dead jobs again, each by its verdict',
  argumentNames: '<job type | job id>',
  argumentCount: { least: 1, most: 1 },
  options: {
    'dry-run': { summary: 'counts by verdict, and leaves everything as it was' },
    priority: { value: 'NAME', summary: 'of a job with priorities: the dead of one; all of them unless given' },
    limit: { value: 'N', summary: 'redrives at most N' },
    rate: { value: 'N', summary: `at most N a second, from ${RATE.least} to ${RATE.most}` },
    'i-have-checked': { summary: 'redrives what a person has to look at first' },
    'not-done': { summary: 'of one job: its unfinished effect did not happen, so it is begun anew' },
    edit: { value: 'JSON', summary: 'of one job: changes these payload fields, null removes one' },
    yes: { summary: 'does not ask; a production stage always wants it' },
  },
  details: [
    'Each message of the dead-letter queue gets a verdict first, from its job’s record and replay rule. What is safe goes back to the job’s queue with its attributes, byte for byte, and the attempts of a dead job begin anew; it is deleted from the dead-letter queue once the send is confirmed. What a run holds is skipped.',
    'Where the job has ended, completed or expired, a message that SQS itself moved is deleted from the dead-letter queue (discarded); any other is refused and stays.',
    'A job whose rule is check-first is held back, with its reason, until you say `--i-have-checked`. A message that SQS moved there by itself is given its death in the record first, so that it is redriven once, however often you try.',
    'An edit goes by the record of the job that the message holds once it is edited, whatever it died of; a job that still waits is given its death first, so that nothing runs it as it was. `--not-done` does the same for a job that waits.',
    'Of a job with priorities, all dead-letter queues are taken, one after the other, and each message goes back to the queue that it died on. A FIFO queue hands out ten messages of a group: where these stay, the run says that others stand behind them. Behind one that could not be sent, its group stays.',
    `Production, ${productionRule}, always wants \`--yes\`, from a script too.`,
    'received = redriven + refused + skipped + discarded + failed. Ctrl-C finishes the batch in hand and reports. Running it again is safe, but for an unedited copy that the report tells of: not before the edited one has run.',
  ],
  examples: [
    'redrive email.send --dry-run',
    'redrive email.send --limit 500 --rate 10',
    'redrive email.send:d-1',
    `redrive image.resize:i-1 --edit '{"widths":[320]}'`,
    'redrive billing.charge --stage prod --i-have-checked --yes',
  ],
  async run(call) {
    const request = await readRequest(call);
    await askFirst(call, request);
    const { queues, records } = call.stack;
    const report = await redriveJob(request, { ...call, queues, records });
    return answer(call, request, report);
  },
};

async function readRequest({ stack, arguments: [target = ''], options }: VerbCall): Promise<JobRedriveRequest> {
  const limit = readNumber(options, 'limit', { least: 1, most: HIGHEST_LIMIT });
  const ratePerSecond = readNumber(options, 'rate', RATE);
  const isId = target.includes(':');
  if (!isId && (options['not-done'] || options.edit !== undefined)) {
    throw new UsageError('--not-done and --edit are for one job', `name it: redrive ${target}:<key>`);
  }
  if (target.startsWith(':')) throw noJobId(target);
  const job = knownJob(stack.catalogue, isId ? typeOfJobId(target) : target);
  if (isId && !isJobId(target) && !isMessageRecordId(job.type, target)) {
    throw noJobId(target, `npx millrace dead ${job.type} lists those that can be redriven`);
  }
  const pairs = await queueUrls(stack, job, readPriority(job, options));
  return {
    job,
    pairs,
    onlyId: isId ? target : undefined,
    dryRun: options['dry-run'] === true,
    checked: options['i-have-checked'] === true,
    notDone: options['not-done'] === true,
    edit: readEdit(options.edit),
    limit,
    ratePerSecond,
  };
}

async function askFirst(call: VerbCall, request: JobRedriveRequest): Promise<void> {
  if (request.dryRun) return;
  await askForConsent(call, {
    question: () => question(call.stack, request),
    undone: 'nothing was redriven',
    look: 'look with --dry-run',
  });
}

async function question(stack: Stack, { job, onlyId, pairs, limit }: JobRedriveRequest): Promise<string> {
  if (onlyId !== undefined) return `Redrive ${onlyId} in ${stack.place}?`;
  const { waiting } = await depthOfAll(
    stack,
    pairs.map(({ deadLetter }) => deadLetter),
  );
  const most = limit === undefined ? '' : `, at most ${limit}`;
  return `Redrive ${job.type} in ${stack.place}: about ${waiting} dead${most}?`;
}

async function answer(call: VerbCall, request: JobRedriveRequest, report: RedriveReport): Promise<VerbAnswer> {
  const { job, onlyId } = request;
  const target = onlyId ?? job.type;
  const { place, app, stage } = call.stack;
  const isFound = onlyId === undefined || report.received > (report.verdicts['other-job'] ?? 0);
  const isMissing = !isFound && report.endedEarly === undefined;
  const record = isMissing ? await call.stack.records.get(target) : undefined;
  const lines = [
    ...(isMissing ? describeMissing(target, record?.status, report) : []),
    ...describeReport(report, { target, place, isOneJob: onlyId !== undefined, isEdit: request.edit !== undefined }),
    ...advice(job, report),
  ];
  return {
    exitCode: exitCode(report, isFound),
    json: {
      ...{ target, type: job.type, app, stage, ...report, replay: job.replay },
      ...(isMissing ? { notFound: { recordStatus: record?.status ?? null } } : {}),
    },
    text: lines
      .filter((line) => line !== '')
      .map((line) => fold(line, call.columns))
      .join('\n'),
  };
}

function exitCode(report: RedriveReport, isFound: boolean): VerbAnswer['exitCode'] {
  if (report.endedEarly?.by === 'ctrl-c') return 130;
  if (report.endedEarly || !isFound) return 1;
  if (report.dryRun) return 0;
  return report.failed + report.refused + report.possibleDoubles.length > 0 ? 1 : 0;
}

/** Refused, whatever else is said. */
const NEVER_SENT = ['expired', 'already-done', 'cancelled', 'other-content', 'too-old'] as const;

function advice({ replay }: JobDefinition, { verdicts, refused }: RedriveReport): string[] {
  if (refused === 0) return [];
  const lines: string[] = [];
  if (verdicts['check-first'] && replay.rule !== 'safe') {
    lines.push(`  held back: ${replay.because}`, '  once you have checked: --i-have-checked');
  }
  if (verdicts['unknown-effects']) {
    lines.push(
      '  an effect began and its end is unknown: ask its provider',
      '  did it not happen: --not-done, job by job',
      '  can the job’s own code ask (its step has a reconcile): --i-have-checked',
    );
  }
  if (verdicts['other-content']) {
    lines.push('  an edited one of a dead job: once you have compared them, --i-have-checked');
  }
  if (verdicts['other-version']) lines.push('  once you have compared them: --i-have-checked');
  if (NEVER_SENT.some((verdict) => verdicts[verdict])) {
    lines.push('  what is never sent again is deleted by hand: docs/runbooks/dead-letters.md');
  }
  return lines;
}

function describeMissing(id: string, status: JobStatus | undefined, { foundUnder }: RedriveReport): string[] {
  const known = status ? `; its record says ${status}` : ', and there is no record of it';
  const missing = `No message of ${id} was found in the dead-letter queue${known}.`;
  const [other, ...more] = foundUnder;
  if (other === undefined) return [missing];
  const others = more.length === 0 ? '' : ` (and ${more.length} ${more.length === 1 ? 'other' : 'others'})`;
  const why = 'it held no usable job, or this code can’t read it';
  return [missing, `One that names it is there as ${other}${others}: ${why}. Name that id instead.`];
}
