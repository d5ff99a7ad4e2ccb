import { describe, expect, it } from 'vitest';
import { awsLimits } from '../../millrace/definition/aws-limits.ts';
import { defineWith, fieldsRefusedWith, problemsWith } from './define-with.ts';

describe("a job's numbers", () => {
  it.each([
    ['memoryMb', 128, 10_240],
    ['maxAttempts', 1, 10],
    ['concurrency', 2, 10_000],
    ['batchSize', 1, 10],
    ['batchWindowSeconds', 0, 300],
    ['maxWaitSeconds', 1, 604_799],
    ['maxDepth', 1, 100_000],
    ['expiresAfterSeconds', 1, 1_209_600],
    ['retentionSeconds', 2701, 1_209_599],
    ['p95Seconds', 0.001, 149],
    ['timeoutSeconds', 1, 447.5],
  ])('take %s from %d to %d', (field, least, most) => {
    expect(fieldsRefusedWith({ [field]: least })).toEqual([]);
    expect(fieldsRefusedWith({ [field]: most })).toEqual([]);
  });

  it.each([
    ['version', [0, 1001, 1.5]],
    ['memoryMb', [127, 10_241, 512.5]],
    ['maxAttempts', [0, 11, 2.5, Number.POSITIVE_INFINITY]],
    ['concurrency', [-1, 1, 10_001, 20.5]],
    ['batchSize', [0, 11, 2.5]],
    ['batchWindowSeconds', [-1, 301, 0.5]],
    ['maxWaitSeconds', [0, 1_209_601, 1.5]],
    ['maxDepth', [0, 100_001, 1.5]],
    ['expiresAfterSeconds', [0, 1_209_601, 1.5]],
    ['retentionSeconds', [59, 1_209_600]],
    ['visibilitySeconds', [-1, 43_201, 90.5]],
    ['maxReceiveCount', [0, 1001, 100.5]],
    ['ratePerSecond', [0, -1, 0.015, 1001, Number.POSITIVE_INFINITY]],
    ['p95Seconds', [0, -1, 896]],
    ['timeoutSeconds', [0, 0.5, 896]],
  ])('refuse %s of %j', (field, refused) => {
    for (const given of [...refused, Number.NaN, '20', null, [], {}, true, 20n]) {
      const problems = problemsWith({ [field]: given, upgrades: [] });
      expect(problems).toContainEqual({ field, given, allowed: expect.stringContaining('must be a') });
    }
  });

  it.each([
    [{ backoff: { firstSeconds: 0 } }, 'backoff.firstSeconds'],
    [{ backoff: { firstSeconds: 0.5 } }, 'backoff.firstSeconds'],
    [{ backoff: { maxSeconds: 42_301 } }, 'backoff.maxSeconds'],
    [{ backoff: { maxSeconds: '900' } }, 'backoff.maxSeconds'],
    [{ backoff: 10 }, 'backoff'],
    [{ backoff: null }, 'backoff'],
    [{ alarms: { depth: 0 } }, 'alarms.depth'],
    [{ alarms: { oldestAgeSeconds: Number.NaN } }, 'alarms.oldestAgeSeconds'],
    [{ alarms: [] }, 'alarms'],
    [{ breaker: 5 }, 'breaker'],
    [{ breaker: { failures: 0, withinSeconds: 60, openSeconds: 60 } }, 'breaker.failures'],
    [{ breaker: { failures: 5, withinSeconds: 1.5, openSeconds: 60 } }, 'breaker.withinSeconds'],
    [{ breaker: { failures: 5, withinSeconds: 60, openSeconds: 42_301 } }, 'breaker.openSeconds'],
    [{ breaker: { failures: 5, openSeconds: 60 } }, 'breaker.withinSeconds'],
    [{ breaker: { failures: 5, withinSeconds: 60, openSeconds: 60, opensAfter: 1 } }, 'breaker.opensAfter'],
  ])('refuse %j by its own name', (changes, field) => {
    expect(fieldsRefusedWith(changes)).toEqual([field]);
  });

  it('say the range, what it is of, and the page of AWS that sets it', () => {
    expect(problemsWith({ memoryMb: 64 })[0]?.allowed).toBe(
      'must be a whole number from 128 to 10240 (MB of memory of a Lambda function; ' +
        'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html)',
    );
    expect(problemsWith({ batchSize: 50 })[0]?.allowed).toBe(
      'must be a whole number from 1 to 10 (messages: what SQS hands out in one receive, and hides or deletes in one ' +
        'request; Lambda itself fills larger batches only through a window; ' +
        'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html)',
    );
  });

  it('send an author who asks for one job at a time elsewhere', () => {
    expect(problemsWith({ concurrency: 1 })[0]?.allowed).toContain("serial work can't be had this way");
  });

  it('fall back to the default where a group leaves one out', () => {
    expect(defineWith({ backoff: { firstSeconds: 60 } }).backoff).toEqual({ firstSeconds: 60, maxSeconds: 900 });
    expect(defineWith({ backoff: { firstSeconds: undefined } }).backoff).toEqual({ firstSeconds: 10, maxSeconds: 900 });
  });
});

describe('the table of what AWS allows', () => {
  it('gives each limit a range, words and a page', () => {
    for (const limit of Object.values(awsLimits)) {
      expect(limit.least).toBeLessThan(limit.most);
      expect(limit.what).not.toBe('');
      expect(limit.link).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
    }
  });
});
