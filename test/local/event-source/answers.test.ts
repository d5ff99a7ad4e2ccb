import { describe, expect, it, vi } from 'vitest';
import { message, openFakeEventSource } from './fake-source.ts';

async function afterAnswer(invoke: () => unknown, overrides = {}) {
  const { source, queue, reports } = openFakeEventSource(async () => invoke(), overrides);
  queue.arrive(message('m1'), message('m2'), message('m3'));
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  await source.stop();
  return { deleted: queue.deleted, deleteBatches: queue.deleteBatches, report: reports[0] };
}

describe('an answer that names no failure', () => {
  it.each([
    ['an empty list', { batchItemFailures: [] }],
    ['a null list', { batchItemFailures: null }],
    ['an empty object', {}],
    ['null', null],
    ['nothing at all', undefined],
  ])('deletes the whole batch: %s', async (_what, answer) => {
    const { deleted } = await afterAnswer(() => answer);
    expect(deleted).toEqual(['m1', 'm2', 'm3']);
  });
});

describe('an answer that names failures of the batch', () => {
  it('deletes the rest, in one request', async () => {
    const { deleteBatches, report } = await afterAnswer(() => ({ batchItemFailures: [{ itemIdentifier: 'm2' }] }));
    expect(deleteBatches).toEqual([['m1', 'm3']]);
    expect(report).toEqual({ functionName: 'emails', messages: 3, deleted: 2, kept: 1 });
  });

  it('deletes nothing where it names them all, and says nothing was wrong with the answer', async () => {
    const failures = ['m1', 'm2', 'm3'].map((itemIdentifier) => ({ itemIdentifier }));
    const { deleteBatches, report } = await afterAnswer(() => ({ batchItemFailures: failures }));
    expect(deleteBatches).toEqual([]);
    expect(report).toEqual({ functionName: 'emails', messages: 3, deleted: 0, kept: 3 });
  });
});

describe('an answer that Lambda can not read', () => {
  it.each([
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['a null id', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['a number for an id', { batchItemFailures: [{ itemIdentifier: 2 }] }],
    ['an id that is not in the batch', { batchItemFailures: [{ itemIdentifier: 'm2' }, { itemIdentifier: 'm9' }] }],
    ['the wrong key in an item', { batchItemFailures: [{ id: 'm2' }] }],
    ['an item that is a string', { batchItemFailures: ['m2'] }],
    ['a null item', { batchItemFailures: [null] }],
    ['the wrong key for the list', { failures: [{ itemIdentifier: 'm2' }] }],
    ['no list', { batchItemFailures: 'm2' }],
    ['an object for the list', { batchItemFailures: { itemIdentifier: 'm2' } }],
    ['a list for the answer', [{ itemIdentifier: 'm2' }]],
    ['a string for the answer', 'm2'],
  ])('keeps the whole batch for its visibility timeout: %s', async (_what, answer) => {
    const { deleteBatches, report } = await afterAnswer(() => answer);
    expect(deleteBatches).toEqual([]);
    expect(report).toMatchObject({ deleted: 0, kept: 3, because: expect.any(String) });
    expect(report?.failed?.map(({ MessageId }) => MessageId)).toEqual(['m1', 'm2', 'm3']);
  });
});

describe('a function that throws or times out', () => {
  it('keeps the whole batch, whatever it did before', async () => {
    const { deleteBatches, report } = await afterAnswer(() => {
      throw new Error('Task timed out after 3.00 seconds');
    });
    expect(deleteBatches).toEqual([]);
    expect(report).toMatchObject({ kept: 3, because: 'Task timed out after 3.00 seconds' });
  });
});

describe('a mapping that does not ask for partial answers', () => {
  it('deletes the whole batch, whatever the answer says', async () => {
    const answer = { batchItemFailures: [{ itemIdentifier: 'm2' }] };
    const { deleted } = await afterAnswer(() => answer, { reportBatchItemFailures: false });
    expect(deleted).toEqual(['m1', 'm2', 'm3']);
  });

  it('keeps the whole batch where the function throws', async () => {
    const thrower = () => {
      throw new Error('down');
    };
    const { deleteBatches } = await afterAnswer(thrower, { reportBatchItemFailures: false });
    expect(deleteBatches).toEqual([]);
  });
});
