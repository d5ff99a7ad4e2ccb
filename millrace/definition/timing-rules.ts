import { awsLimits } from './aws-limits.ts';
import { defaults } from './defaults.ts';
import type { DefinitionProblem } from './definition-errors.ts';
import { LONGEST_WINDOW_SECONDS, rateWindow } from './rate-window.ts';
import type { ResolvedSettings } from './resolve-settings.ts';
import { INVOCATION_MARGIN_SECONDS, leastReceives, RECEIVES_BESIDE_ATTEMPTS } from './timing.ts';

type Rule = (job: ResolvedSettings) => DefinitionProblem | undefined;

/** Rules between a job's numbers, given and derived. */
export function brokenTiming(job: ResolvedSettings): DefinitionProblem[] {
  return RULES.map((rule) => rule(job)).filter((problem) => problem !== undefined);
}

const timeoutCoversP95: Rule = ({ timeoutSeconds, p95Seconds }) =>
  timeoutSeconds >= p95Seconds
    ? undefined
    : { field: 'timeoutSeconds', given: timeoutSeconds, allowed: `must be at least p95Seconds (${p95Seconds})` };

const functionTimeoutIsAllowed: Rule = ({ timeoutSeconds, timing }) => {
  const { most } = awsLimits.functionTimeoutSeconds;
  if (timing.functionTimeoutSeconds <= most) return undefined;
  const room = most - INVOCATION_MARGIN_SECONDS;
  const runs = timing.batchSize > 1 ? 'two runs' : 'one run';
  const needs = `needs a function timeout of ${timing.functionTimeoutSeconds} s (${runs} and ${INVOCATION_MARGIN_SECONDS} s)`;
  const bound = timing.batchSize > 1 ? `at most ${room / 2}, or set batchSize: 1 (at most ${room})` : `at most ${room}`;
  const allowed = `${needs}, AWS allows ${most}: ${bound}; it is ${defaults.timeoutFactor} × p95Seconds unless given`;
  return { field: 'timeoutSeconds', given: timeoutSeconds, allowed };
};

const capIsAllowed: Rule = ({ concurrency, orderedBy, priorities, timing }) => {
  const { most } = awsLimits.maximumConcurrency;
  if (timing.maximumConcurrency <= most) return undefined;
  const allowed = `needs a cap of ${timing.maximumConcurrency} batches of ${timing.batchSize}, AWS allows ${most}`;
  const jobsOfABatch = orderedBy === undefined ? timing.batchSize : 1;
  const atMost = most * jobsOfABatch * Math.max(1, priorities.length);
  return { field: 'concurrency', given: concurrency, allowed: `${allowed}: at most ${atMost}` };
};

const everyQueueGetsItsLeast: Rule = ({ concurrency, priorities }) => {
  const { least } = awsLimits.maximumConcurrency;
  if (concurrency >= least * priorities.length) return undefined;
  const allowed = `must be at least ${least * priorities.length}: ${priorities.length} priorities share it, and an event source's least cap is ${least}`;
  return { field: 'concurrency', given: concurrency, allowed };
};

const orderKnowsNoWindow: Rule = ({ orderedBy, batchWindowSeconds }) =>
  orderedBy === undefined || batchWindowSeconds === 0
    ? undefined
    : { field: 'batchWindowSeconds', given: batchWindowSeconds, allowed: 'not with orderedBy: a FIFO queue has none' };

const firstWaitIsWithinTheLongest: Rule = ({ backoff }) =>
  backoff.firstSeconds <= backoff.maxSeconds
    ? undefined
    : { field: 'backoff', given: backoff, allowed: 'firstSeconds must be at most maxSeconds' };

const visibilityOutlastsTheFunction: Rule = ({ batchWindowSeconds, timing }) => {
  const least = timing.functionTimeoutSeconds + batchWindowSeconds;
  if (timing.visibilitySeconds >= least) return undefined;
  const parts = `function timeout ${timing.functionTimeoutSeconds} + window ${batchWindowSeconds}`;
  const allowed = `must be at least ${least} (${parts}), or a second copy starts while the first runs`;
  return { field: 'visibilitySeconds', given: timing.visibilitySeconds, allowed };
};

const receivesOutlastTheAttempts: Rule = ({ maxAttempts, orderedBy, timing }) => {
  const ordered = orderedBy !== undefined;
  const least = leastReceives(timing.batchSize, { ordered, maxAttempts });
  if (timing.maxReceiveCount >= least) return undefined;
  const attempts = `${ordered ? `batch size ${timing.batchSize} × ` : ''}maxAttempts ${maxAttempts}`;
  const why = 'throttles, poll errors and lost invocations count as receives too';
  const allowed = `must be at least ${least} (${attempts} + ${RECEIVES_BESIDE_ATTEMPTS}): ${why}`;
  return { field: 'maxReceiveCount', given: timing.maxReceiveCount, allowed };
};

const receivesFitTheRetention: Rule = ({ retentionSeconds, timing }) => {
  const taken = timing.visibilitySeconds * timing.maxReceiveCount;
  if (taken < retentionSeconds) return undefined;
  const parts = `visibility ${timing.visibilitySeconds} × maxReceiveCount ${timing.maxReceiveCount}`;
  const allowed = `must be more than ${taken} (${parts}), or a message vanishes before it can be dead-lettered`;
  return { field: 'retentionSeconds', given: retentionSeconds, allowed };
};

const ageAlarmComesInTime: Rule = ({ retentionSeconds, timing }) =>
  timing.alarms.oldestAgeSeconds < retentionSeconds
    ? undefined
    : {
        field: 'alarms.oldestAgeSeconds',
        given: timing.alarms.oldestAgeSeconds,
        allowed: `must be less than retentionSeconds (${retentionSeconds})`,
      };

const depthAlarmComesFirst: Rule = ({ timing }) =>
  timing.alarms.depth <= timing.maxDepth
    ? undefined
    : {
        field: 'alarms.depth',
        given: timing.alarms.depth,
        allowed: `must be at most maxDepth (${timing.maxDepth}), from which on producers are refused`,
      };

const waitEndsInTime: Rule = ({ maxWaitSeconds, retentionSeconds }) =>
  maxWaitSeconds < retentionSeconds
    ? undefined
    : {
        field: 'maxWaitSeconds',
        given: maxWaitSeconds,
        allowed: `must be less than retentionSeconds (${retentionSeconds}), when SQS drops what waits`,
      };

const rateComesOutWhole: Rule = ({ ratePerSecond }) => {
  if (ratePerSecond === undefined || rateWindow(ratePerSecond) !== undefined) return undefined;
  const allowed = `must come out whole over 1 to ${LONGEST_WINDOW_SECONDS} s: 2.5 is 5 in 2 s, a third is 1 / 3`;
  return { field: 'ratePerSecond', given: ratePerSecond, allowed };
};

const openBreakerLeavesRetention: Rule = ({ breaker, retentionSeconds }) => {
  const most = Math.floor(retentionSeconds / 4);
  if (breaker === undefined || breaker.openSeconds <= most) return undefined;
  const allowed = `must be at most ${most} (a quarter of retentionSeconds), or jobs die of waiting for it`;
  return { field: 'breaker.openSeconds', given: breaker.openSeconds, allowed };
};

const RULES: readonly Rule[] = [
  timeoutCoversP95,
  functionTimeoutIsAllowed,
  capIsAllowed,
  everyQueueGetsItsLeast,
  orderKnowsNoWindow,
  firstWaitIsWithinTheLongest,
  visibilityOutlastsTheFunction,
  receivesOutlastTheAttempts,
  receivesFitTheRetention,
  ageAlarmComesInTime,
  depthAlarmComesFirst,
  waitEndsInTime,
  rateComesOutWhole,
  openBreakerLeavesRetention,
];
