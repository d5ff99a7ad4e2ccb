import { describe, expect, it } from 'vitest';
import { problemsWith } from './define-with.ts';

describe('a timeout', () => {
  it('leaves room for two runs in a batch, or names the way out', () => {
    expect(problemsWith({ timeoutSeconds: 600 })).toEqual([
      {
        field: 'timeoutSeconds',
        given: 600,
        allowed:
          'needs a function timeout of 1205 s (two runs and 5 s), AWS allows 900: ' +
          'at most 447.5, or set batchSize: 1 (at most 895); it is 3 × p95Seconds unless given',
      },
    ]);
    expect(problemsWith({ timeoutSeconds: 600, batchSize: 1 })).toEqual([]);
  });

  it('is refused where three times the measured time is too long, until one is given', () => {
    expect(problemsWith({ p95Seconds: 299, batchSize: 1 })[0]).toMatchObject({ field: 'timeoutSeconds', given: 897 });
    expect(problemsWith({ p95Seconds: 299, batchSize: 1, timeoutSeconds: 800 })).toEqual([]);
  });

  it('is not shorter than what a job takes', () => {
    expect(problemsWith({ p95Seconds: 30, timeoutSeconds: 20 })).toEqual([
      { field: 'timeoutSeconds', given: 20, allowed: 'must be at least p95Seconds (30)' },
    ]);
  });
});

describe('a visibility timeout of its own', () => {
  it('is at least the function timeout and the window', () => {
    expect(problemsWith({ timeoutSeconds: 90, batchSize: 1, visibilitySeconds: 30 })).toEqual([
      {
        field: 'visibilitySeconds',
        given: 30,
        allowed: 'must be at least 95 (function timeout 95 + window 0), or a second copy starts while the first runs',
      },
    ]);
    expect(problemsWith({ batchWindowSeconds: 20, visibilitySeconds: 34 })[0]?.allowed).toContain('at least 35');
    expect(problemsWith({ batchWindowSeconds: 20, visibilitySeconds: 35 })).toEqual([]);
  });
});

describe('a receive count of its own', () => {
  it.each([1, 2, 3, 6])('of %d is refused, since throttles and poll errors count as receives', (maxReceiveCount) => {
    expect(problemsWith({ maxReceiveCount })).toEqual([
      {
        field: 'maxReceiveCount',
        given: maxReceiveCount,
        allowed:
          'must be at least 7 (maxAttempts 3 + 4): throttles, poll errors and lost invocations count as receives too',
      },
    ]);
  });

  it('may be what an operator asks for, with its visibility and batch', () => {
    expect(problemsWith({ maxReceiveCount: 8, visibilitySeconds: 900, batchSize: 5 })).toEqual([]);
  });

  it('grows with the attempts', () => {
    expect(problemsWith({ maxAttempts: 10, maxReceiveCount: 13 })[0]?.allowed).toContain('at least 14');
    expect(problemsWith({ maxAttempts: 10, maxReceiveCount: 14 })).toEqual([]);
  });
});

describe('the receive count of an ordered job', () => {
  it('is at least its batch size times its attempts: a follower comes back each time its head fails', () => {
    expect(problemsWith({ orderedBy: 'deliveryId', maxReceiveCount: 33 })).toEqual([
      {
        field: 'maxReceiveCount',
        given: 33,
        allowed:
          'must be at least 34 (batch size 10 × maxAttempts 3 + 4): ' +
          'throttles, poll errors and lost invocations count as receives too',
      },
    ]);
    expect(problemsWith({ orderedBy: 'deliveryId', maxReceiveCount: 34 })).toEqual([]);
  });

  it('may be smaller where its batches are', () => {
    expect(problemsWith({ orderedBy: 'deliveryId', batchSize: 2, maxReceiveCount: 10 })).toEqual([]);
  });
});

describe('a retention', () => {
  it('is longer than all receives take', () => {
    expect(problemsWith({ retentionSeconds: 2700 })).toEqual([
      {
        field: 'retentionSeconds',
        given: 2700,
        allowed:
          'must be more than 2700 (visibility 90 × maxReceiveCount 30), ' +
          'or a message vanishes before it can be dead-lettered',
      },
    ]);
    expect(problemsWith({ retentionSeconds: 86_400, visibilitySeconds: 864, maxReceiveCount: 100 })).toHaveLength(1);
    expect(problemsWith({ retentionSeconds: 86_401, visibilitySeconds: 864, maxReceiveCount: 100 })).toEqual([]);
  });

  it('ends after the age alarm', () => {
    expect(problemsWith({ alarms: { oldestAgeSeconds: 604_800 } })).toEqual([
      { field: 'alarms.oldestAgeSeconds', given: 604_800, allowed: 'must be less than retentionSeconds (604800)' },
    ]);
  });
});

describe('the longest wait', () => {
  it('ends before SQS drops what waits', () => {
    expect(problemsWith({ maxWaitSeconds: 604_800 })).toEqual([
      {
        field: 'maxWaitSeconds',
        given: 604_800,
        allowed: 'must be less than retentionSeconds (604800), when SQS drops what waits',
      },
    ]);
  });
});

describe('the depth alarm', () => {
  it('goes off before producers are refused, or as they are', () => {
    expect(problemsWith({ maxDepth: 50, alarms: { depth: 50 } })).toEqual([]);
    expect(problemsWith({ maxDepth: 50, alarms: { depth: 51 } })).toEqual([
      {
        field: 'alarms.depth',
        given: 51,
        allowed: 'must be at most maxDepth (50), from which on producers are refused',
      },
    ]);
  });
});

describe('concurrency', () => {
  it('in batches of one stays within the cap of an event source', () => {
    expect(problemsWith({ concurrency: 1001, batchSize: 1 })).toEqual([
      {
        field: 'concurrency',
        given: 1001,
        allowed: 'needs a cap of 1001 batches of 1, AWS allows 1000: at most 1000',
      },
    ]);
    expect(problemsWith({ concurrency: 1000, batchSize: 1 })).toEqual([]);
  });

  it('of an ordered job, a batch for each, stays within the cap, whatever the batch size', () => {
    expect(problemsWith({ orderedBy: 'deliveryId', concurrency: 1001 })).toEqual([
      {
        field: 'concurrency',
        given: 1001,
        allowed: 'needs a cap of 1001 batches of 10, AWS allows 1000: at most 1000',
      },
    ]);
    expect(problemsWith({ orderedBy: 'deliveryId', concurrency: 1000 })).toEqual([]);
  });

  it('of a job with priorities stays within the cap of each queue', () => {
    const priorities = ['high', 'low'];
    expect(problemsWith({ priorities, concurrency: 2002, batchSize: 1 })).toEqual([
      {
        field: 'concurrency',
        given: 2002,
        allowed: 'needs a cap of 1001 batches of 1, AWS allows 1000: at most 2000',
      },
    ]);
    expect(problemsWith({ priorities, concurrency: 2001, batchSize: 1 })).toEqual([]);
  });
});

describe('a backoff', () => {
  it('does not start above its ceiling, the default one included', () => {
    expect(problemsWith({ backoff: { firstSeconds: 901 } })).toEqual([
      {
        field: 'backoff',
        given: { firstSeconds: 901, maxSeconds: 900 },
        allowed: 'firstSeconds must be at most maxSeconds',
      },
    ]);
  });
});
