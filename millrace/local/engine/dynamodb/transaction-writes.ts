import { db, type Input, type Item, type OperationName, type Output, type Refusal, type Table } from './dynalite.ts';
import { type DynaliteOperations, keyOf } from './dynalite-operations.ts';
import { invalid, isRefusal, refusal, refusalName } from './refusal.ts';

const OPERATION_OF = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'DeleteItem',
} as const satisfies Record<string, OperationName>;
type WriteKind = keyof typeof OPERATION_OF;

export interface TransactionWrite {
  kind: WriteKind;
  table: Table;
  key: Item;
  checked: Input;
}

interface Reason {
  Code: string;
  Message?: string;
  Item?: unknown;
}

const REASON_CODES: Record<string, string> = {
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  ValidationException: 'ValidationError',
};

/** Reads one entry of `TransactItems`; refuses what AWS refuses before it looks at any item. */
export async function readTransactionWrite(operations: DynaliteOperations, entry: Input): Promise<TransactionWrite> {
  const kinds = (Object.keys(OPERATION_OF) as WriteKind[]).filter((kind) => entry[kind]);
  const [kind] = kinds;
  if (!kind || kinds.length > 1) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  const input = entry[kind] as Input;
  if (kind === 'ConditionCheck' && !input.ConditionExpression) {
    throw invalid('The ConditionExpression of a ConditionCheck must not be null');
  }
  if (kind === 'Update' && !input.UpdateExpression) {
    throw invalid('The UpdateExpression of an Update must not be null');
  }
  const checked = operations.check(OPERATION_OF[kind], input);
  const table = await operations.table(String(checked.TableName));
  // A copy: an update that makes a new item makes it out of the key it was given.
  const key = kind === 'Put' ? keyOf(table, checked.Item as Item) : { ...(checked.Key as Item) };
  return { kind, table, key, checked };
}

export function refuseTwoWritesOfOneItem(writes: readonly TransactionWrite[]): void {
  const names = writes
    .filter(({ key, table }) => !db.validateKey(key, table))
    .map(({ key, table }) => `${table.TableName}/${db.createKey(key, table)}`);
  if (new Set(names).size < names.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
}

/** Does all of the writes or none; the caller keeps everybody else out meanwhile. */
export async function commitWrites(operations: DynaliteOperations, writes: readonly TransactionWrite[]) {
  const reasons: Reason[] = [];
  const outputs: Output[] = [];
  const done: { write: TransactionWrite; before: Item | undefined }[] = [];
  const undo = async () => {
    for (const { write, before } of done) await restore(operations, write, before);
  };
  for (const write of writes) {
    try {
      const badKey = db.validateKey(write.key, write.table);
      if (badKey) throw badKey;
      const before = await operations.item(write.table, write.key);
      outputs.push(await perform(operations, write, before));
      done.push({ write, before });
      reasons.push({ Code: 'None' });
    } catch (error) {
      const reason = isRefusal(error) && reasonOf(error);
      if (!reason) {
        await undo();
        throw error;
      }
      reasons.push(reason);
    }
  }
  if (done.length === writes.length) return outputs;
  await undo();
  throw cancelled(reasons);
}

async function perform(operations: DynaliteOperations, write: TransactionWrite, before: Item | undefined) {
  const { kind, checked } = write;
  if (kind !== 'ConditionCheck') return operations.perform(OPERATION_OF[kind], checked);
  const failure = db.checkConditional(checked, before);
  if (failure) throw failure;
  return { ConsumedCapacity: db.addConsumedCapacity(checked, false, before) };
}

async function restore(operations: DynaliteOperations, write: TransactionWrite, before: Item | undefined) {
  if (write.kind === 'ConditionCheck') return;
  const { TableName } = write.table;
  if (before) await operations.perform('PutItem', { TableName, Item: before });
  else await operations.perform('DeleteItem', { TableName, Key: write.key });
}

function reasonOf(error: Refusal): Reason | undefined {
  const Code = REASON_CODES[refusalName(error)];
  const { message, Item } = error.body;
  return Code && message ? { Code, Message: message, ...(Item ? { Item } : {}) } : undefined;
}

function cancelled(CancellationReasons: readonly Reason[]): Refusal {
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return refusal('TransactionCanceledException', message, { CancellationReasons });
}
