import { describe, expect, it } from 'vitest';
import { type Sendable, sendAll } from '../../millrace/producer/send-all.ts';
import { createFakeQueues } from './fake-queues.ts';

describe('messages with attributes', () => {
  const body = JSON.stringify({ id: 'x'.repeat(204_991) });
  const attributes = { trace: { dataType: 'String', stringValue: 'y'.repeat(10_000) } };
  const sizesOf = async (message: Sendable['message']) => {
    const { queues, requests } = createFakeQueues();
    await sendAll(
      queues,
      'q',
      Array.from({ length: 5 }, (_, at) => ({ jobId: `job-${at}`, message })),
    );
    return requests.map(({ length }) => length);
  };

  it('share a request up to 1 MiB, in which their attributes count', async () => {
    expect(Buffer.byteLength(body)).toBe(205_000);
    expect(await sizesOf({ body })).toEqual([5]);
    expect(await sizesOf({ body, attributes })).toEqual([4, 1]);
  });

  it.each([
    [0, [4, 1]],
    [1, [3, 2]],
  ])('share all of it, and not %i bytes more', async (more, requests) => {
    expect(await sizesOf({ body: 'x'.repeat(262_144 + more) })).toEqual(requests);
  });
});
