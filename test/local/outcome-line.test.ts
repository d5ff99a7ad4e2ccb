import { describe, expect, it } from 'vitest';
import { readOutcomeLine } from '../../millrace/local/outcome-line.ts';

describe('a line of a worker’s output', () => {
  it('tells an outcome where it is one', () => {
    const line = {
      level: 'WARN',
      message: 'job failed',
      outcome: 'failed',
      jobType: 'email.send',
      jobId: 'email.send:d-1',
      attempt: 1,
      maxAttempts: 3,
      durationMs: 12,
      hiddenSeconds: 7,
      failure: { name: 'MailError', message: 'busy', frames: [] },
      receiveCount: 1,
      messageId: 'm-1',
      result: '{"a":1}',
      requestId: 'r-1',
    };
    expect(readOutcomeLine(JSON.stringify(line))).toEqual({
      event: 'outcome',
      outcome: 'failed',
      jobType: 'email.send',
      jobId: 'email.send:d-1',
      attempt: 1,
      maxAttempts: 3,
      durationMs: 12,
      hiddenSeconds: 7,
      receiveCount: 1,
      messageId: 'm-1',
      message: 'job failed',
      result: '{"a":1}',
      error: 'MailError: busy',
    });
  });

  it.each(['hello', '{"level":"INFO"}', '{"outcome":7}', '{"outcome":', '["outcome"]'])('is no outcome: %s', (line) => {
    expect(readOutcomeLine(line)).toBeUndefined();
  });
});
