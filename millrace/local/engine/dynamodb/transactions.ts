import { createHash } from 'node:crypto';
import type { Clock } from '../../../message/clock.ts';
import type { Input, Output } from './dynalite.ts';
import type { DynaliteOperations } from './dynalite-operations.ts';
import { invalid, refusal } from './refusal.ts';
import { commitWrites, readTransactionWrite, refuseTwoWritesOfOneItem } from './transaction-writes.ts';

/** Transactions over dynalite, which has none. Both calls want to run alone. */
export interface Transactions {
  write(input: Input): Promise<Output>;
  get(input: Input): Promise<Output>;
}

const MAX_ITEMS = 100;
/** AWS forgets a client's token ten minutes after the request that bore it. */
const TOKEN_MEMORY_MS = 10 * 60 * 1000;

export function createTransactions(operations: DynaliteOperations, clock: Clock): Transactions {
  const tokens = new Map<string, { digest: string; forgetAtMs: number }>();

  function isRepeated(token: string, digest: string): boolean {
    for (const [name, { forgetAtMs }] of tokens) if (forgetAtMs <= clock.now()) tokens.delete(name);
    const known = tokens.get(token);
    if (known && known.digest !== digest) {
      throw refusal('IdempotentParameterMismatchException', 'The token was used before with other parameters');
    }
    return known !== undefined;
  }

  return {
    write: async (input) => {
      const entries = entriesOf(input);
      const token = input.ClientRequestToken;
      const digest = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
      if (typeof token === 'string' && isRepeated(token, digest)) return {};
      const { ReturnConsumedCapacity } = input;
      const writes = [];
      for (const entry of entries) writes.push(await readTransactionWrite(operations, entry));
      refuseTwoWritesOfOneItem(writes);
      for (const { checked } of writes) Object.assign(checked, { ReturnConsumedCapacity });
      const outputs = await commitWrites(operations, writes);
      if (typeof token === 'string') tokens.set(token, { digest, forgetAtMs: clock.now() + TOKEN_MEMORY_MS });
      return capacityOf(outputs);
    },
    get: async (input) => {
      const { ReturnConsumedCapacity } = input;
      const gets = entriesOf(input).map((entry) => {
        if (!isStructure(entry.Get)) throw invalid('TransactItems can only contain Get');
        return operations.check('GetItem', { ...entry.Get, ConsistentRead: true, ReturnConsumedCapacity });
      });
      const outputs = await Promise.all(gets.map((get) => operations.perform('GetItem', get)));
      return { Responses: outputs.map(({ Item }) => (Item ? { Item } : {})), ...capacityOf(outputs) };
    },
  };
}

const isStructure = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function entriesOf(input: Input): Input[] {
  const entries = input.TransactItems;
  const bound = !Array.isArray(entries)
    ? 'not be null'
    : entries.length < 1
      ? 'have length greater than or equal to 1'
      : entries.length > MAX_ITEMS
        ? `have length less than or equal to ${MAX_ITEMS}`
        : undefined;
  if (!Array.isArray(entries) || bound) {
    throw invalid(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must ${bound}`,
    );
  }
  return entries.map((entry: unknown) => (isStructure(entry) ? entry : {}));
}

/** A transaction reads and writes each item twice, once to prepare and once to commit, and is charged so. */
function capacityOf(outputs: readonly Output[]): Output {
  const units = new Map<string, number>();
  for (const { ConsumedCapacity } of outputs) {
    if (!ConsumedCapacity) continue;
    const { TableName, CapacityUnits } = ConsumedCapacity as { TableName: string; CapacityUnits: number };
    units.set(TableName, (units.get(TableName) ?? 0) + 2 * CapacityUnits);
  }
  if (units.size === 0) return {};
  return { ConsumedCapacity: [...units].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits })) };
}
