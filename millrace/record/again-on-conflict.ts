import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';

/** Each takes some milliseconds, and a transaction hardly more. */
const MOST_TRIES = 5;

/**
 * While a transaction is at an item, DynamoDB refuses every other write of it, and does nothing; the SDK does not try
 * again. A producer that writes confidential data once more must not cost a run its claim or its settle.
 */
export async function againOnConflict<Value>(call: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (tried === MOST_TRIES || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
  return codes.includes('TransactionConflict') && !codes.includes('ConditionalCheckFailed');
}
