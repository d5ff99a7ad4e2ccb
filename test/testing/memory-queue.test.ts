import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';

async function openQueue(queueUrl: string) {
  const clock = createVirtualClock();
  const queues = createMemoryQueues(clock);
  const messages = ['a1', 'b1', 'a2', 'b2', 'a3'].map((body) => ({ body, groupId: body.slice(0, 1) }));
  await queues.send(queueUrl, messages);
  return { clock, queues, take: (most: number) => queues.take(queueUrl, most, 30) };
}
const bodies = (taken: readonly { readonly body: string }[]) => taken.map(({ body }) => body);

describe('a FIFO queue in memory', () => {
  it('gives several of a group at once, in order', async () => {
    const { take } = await openQueue('source.fifo');
    expect(bodies(take(10))).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('gives none of a group that has one in flight, and goes on with the others', async () => {
    const { take, queues, clock } = await openQueue('source.fifo');
    const [first] = take(1);
    expect(bodies(take(10))).toEqual(['b1', 'b2']);
    expect(take(10)).toEqual([]);
    await queues.delete('source.fifo', [first?.receiptHandle ?? '']);
    expect(bodies(take(10))).toEqual(['a2', 'a3']);
    clock.advance(30);
    expect(bodies(take(10))).toEqual(['b1', 'a2', 'b2', 'a3']);
  });

  it('begins with the head again once that is visible', async () => {
    const { take, queues } = await openQueue('source.fifo');
    const [first] = take(1);
    await queues.hide('source.fifo', [{ receiptHandle: first?.receiptHandle ?? '', seconds: 0 }]);
    expect(bodies(take(1))).toEqual(['a1']);
  });
});

describe('a standard queue in memory', () => {
  it('knows no order of groups', async () => {
    const { take } = await openQueue('source');
    take(1);
    expect(bodies(take(10))).toEqual(['b1', 'a2', 'b2', 'a3']);
  });
});
