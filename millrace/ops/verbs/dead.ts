import { describeDead } from '../dead/describe-dead.ts';
import { type DeadJob, type DeadOfJob, listDead } from '../dead/list-dead.ts';
import { knownJob } from '../stack/known-job.ts';
import { readNumber } from './read-number.ts';
import type { Verb, VerbAnswer, VerbCall } from './verb.ts';

const DEFAULT_LIMIT = 20;
const HIGHEST_LIMIT = 1_000;
const HIGHEST_PAGE = 10_000;

export const dead: Verb = {
  name: 'dead',
  summary: 'lists the dead with their reasons',
  argumentNames: '[job type]',
  argumentCount: { least: 0, most: 1 },
  options: {
    limit: { value: 'N', summary: `dead jobs on a page, ${DEFAULT_LIMIT} unless given` },
    page: { value: 'N', summary: 'which page, the newest dead on page 1' },
  },
  details: [
    'It reads the records, never the dead-letter queue: looking hides no message from anyone. Beside them stands SQS’s own count of the queue, which is approximate. Where that is larger, messages got there without a word from our code: `redrive` looks at them.',
    'A job’s replay rule says whether it may be run again as it is.',
  ],
  examples: ['dead', 'dead email.send --limit 100', 'dead --stage prod --json'],
  async run(call) {
    const { stack, options } = call;
    const [type] = call.arguments;
    const limit = readNumber(options, 'limit', { least: 1, most: HIGHEST_LIMIT }) ?? DEFAULT_LIMIT;
    const page = readNumber(options, 'page', { least: 1, most: HIGHEST_PAGE }) ?? 1;
    const jobs = type === undefined ? stack.catalogue.jobs : [knownJob(stack.catalogue, type)];
    const all = await Promise.all(jobs.map((job) => listDead(stack, job)));
    return answer(call, all, { limit, page });
  },
};

function answer(call: VerbCall, all: readonly DeadOfJob[], paging: { limit: number; page: number }): VerbAnswer {
  const { stack, clock, columns } = call;
  const { limit, page } = paging;
  const newestFirst = all
    .flatMap(({ dead: ofJob }) => ofJob)
    .sort((left, right) => (right.diedAt ?? '').localeCompare(left.diedAt ?? ''));
  const shown = newestFirst.slice((page - 1) * limit, page * limit);
  const shownOf = (of: DeadOfJob): DeadJob[] => shown.filter(({ type }) => type === of.type);
  const jobs = all.filter((of) => of.known > 0 || of.aboutInQueue > 0);
  const parts = jobs.map((of) => describeDead(of, shownOf(of), clock.now(), columns));
  const hasMore = newestFirst.length > page * limit;
  return {
    exitCode: 0,
    json: {
      ...{ app: stack.app, stage: stack.stage, page, limit, known: newestFirst.length, hasMore },
      jobs: all.map((of) => ({ ...of, dead: shownOf(of) })),
    },
    text:
      page > 1 && shown.length === 0
        ? noPage(newestFirst.length, paging)
        : [...(parts.length > 0 ? parts : [nothing(call)]), ...footer(newestFirst.length, hasMore, paging)].join(
            '\n\n',
          ),
  };
}

function footer(known: number, hasMore: boolean, { limit, page }: { limit: number; page: number }): string[] {
  if (!hasMore && page === 1) return [];
  const shown = hasMore ? `older ones: --page ${page + 1}` : 'the last page';
  return [`page ${page} of ${pages(known, limit)} (${known} dead); ${shown}`];
}

function noPage(known: number, { limit, page }: { limit: number; page: number }): string {
  return `There is no page ${page}: the last is page ${pages(known, limit)} (${known} dead).`;
}

function pages(known: number, limit: number): number {
  return Math.max(1, Math.ceil(known / limit));
}

function nothing({ stack, arguments: [type] }: VerbCall): string {
  return [
    `${type ? `No ${type}` : 'Nothing'} is dead in ${stack.place}.`,
    'A job dies when its attempts are spent, when its handler says PermanentError, or',
    'when its message holds no usable job. It waits in its dead-letter queue for',
    '14 days with its reason, until npx millrace redrive sends it again.',
  ].join('\n');
}
