import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDueHeap, type DueHeap } from '../../../millrace/local/engine/sqs/due-heap.ts';

interface Item {
  readonly due: number;
  readonly fate: 'stays' | 'is deleted' | 'is moved back';
}

const items = fc.array(
  fc.record({
    due: fc.integer({ min: 0, max: 50 }),
    fate: fc.constantFrom<Item['fate']>('stays', 'is deleted', 'is moved back'),
  }),
  { maxLength: 60 },
);
const finalDue = ({ due, fate }: Item) => (fate === 'is moved back' ? due + 25 : due);

function fill(given: readonly Item[]) {
  const heap = createDueHeap<Item>();
  for (const item of given) heap.set(item, item.due);
  for (const item of given) {
    if (item.fate === 'is deleted') heap.delete(item);
    if (item.fate === 'is moved back') heap.set(item, finalDue(item));
  }
  return heap;
}

function drain(heap: DueHeap<Item>) {
  const taken: Item[] = [];
  for (let item = heap.takeUntil(100); item; item = heap.takeUntil(100)) taken.push(item);
  return taken;
}

describe('a due heap', () => {
  it('gives back what is in it, smallest number first, whatever was deleted or moved', async () => {
    await fc.assert(
      fc.property(items, (given) => {
        const heap = fill(given);
        const left = given.filter((item) => item.fate !== 'is deleted').map(finalDue);
        expect(heap.size).toBe(left.length);
        expect(drain(heap).map(finalDue)).toEqual(left.sort((a, b) => a - b));
      }),
    );
  });

  it('takes out what is due and no more', () => {
    const heap = createDueHeap<string>();
    heap.set('late', 2);
    heap.set('soon', 1);
    expect([heap.takeUntil(1), heap.takeUntil(1), heap.first(), heap.firstDue()]).toEqual([
      'soon',
      undefined,
      'late',
      2,
    ]);
  });
});
