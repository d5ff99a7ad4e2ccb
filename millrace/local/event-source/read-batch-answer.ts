/** What Lambda does with a batch after its function answered. */
export type BatchVerdict =
  | { readonly kind: 'all-done' }
  | { readonly kind: 'some-failed'; readonly failedIds: ReadonlySet<string> }
  | { readonly kind: 'whole-batch-failed'; readonly because: string };

const allDone: BatchVerdict = { kind: 'all-done' };

/**
 * Reads a function's answer as an event source mapping with `ReportBatchItemFailures` does: nothing said means all
 * done; anything said wrongly fails the whole batch (Lambda, "Implementing partial batch responses").
 */
export function readBatchAnswer(answer: unknown, batchIds: ReadonlySet<string>): BatchVerdict {
  if (answer === null || answer === undefined) return allDone;
  if (typeof answer !== 'object' || Array.isArray(answer)) return malformed('the answer is not an object');
  if (Object.keys(answer).length === 0) return allDone;
  if (!('batchItemFailures' in answer)) return malformed('the answer has no batchItemFailures');
  const { batchItemFailures: items } = answer;
  if (items === null || items === undefined) return allDone;
  if (!Array.isArray(items)) return malformed('batchItemFailures is not a list');
  if (items.length === 0) return allDone;
  return readItems(items, batchIds);
}

function readItems(items: readonly unknown[], batchIds: ReadonlySet<string>): BatchVerdict {
  const failedIds = new Set<string>();
  for (const item of items) {
    const id = typeof item === 'object' && item !== null && 'itemIdentifier' in item ? item.itemIdentifier : undefined;
    if (typeof id !== 'string' || id === '') return malformed('an item has no itemIdentifier');
    if (!batchIds.has(id)) return malformed(`itemIdentifier ${id} is not in the batch`);
    failedIds.add(id);
  }
  return { kind: 'some-failed', failedIds };
}

function malformed(because: string): BatchVerdict {
  return { kind: 'whole-batch-failed', because };
}
