import type { Clock } from '../../../message/clock.ts';
import { db, type Input, type Item, type ItemDb, type Output, type Store, type Table } from './dynalite.ts';
import { type DynaliteOperations, keyOf } from './dynalite-operations.ts';
import { invalid } from './refusal.ts';

/** DynamoDB's time to live, which dynalite has not. */
export interface TimeToLive {
  update(input: Input): Promise<Output>;
  describe(input: Input): Promise<Output>;
  /** What is past its time now. */
  expired(): { tableName: string; key: Item }[];
  /** Wants to run alone. Answers whether it deleted: the item may have been written anew. */
  deleteIfExpired(tableName: string, key: Item): Promise<boolean>;
  forgetTable(tableName: string): void;
  forgetAll(): void;
}

interface WatchedTable {
  attributeName: string;
  expiries: Map<string, { expiresAtSeconds: number; key: Item }>;
  unwatch(): void;
}

/** An item that expired longer ago is kept by AWS, taken for a mistake in the attribute. */
const OLDEST_EXPIRY_SECONDS = 5 * 365 * 24 * 60 * 60;

export function createTimeToLive(store: Store, operations: DynaliteOperations, clock: Clock): TimeToLive {
  const watched = new Map<string, WatchedTable>();

  function isPast(expiresAtSeconds: number): boolean {
    const ageSeconds = Math.floor(clock.now() / 1000) - expiresAtSeconds;
    return ageSeconds > 0 && ageSeconds <= OLDEST_EXPIRY_SECONDS;
  }

  return {
    update: async (input) => {
      const { AttributeName, Enabled } = specificationOf(input);
      const table = await operations.table(String(input.TableName));
      const current = watched.get(table.TableName);
      refuseChangeWithoutEffect(current?.attributeName, AttributeName, Enabled);
      if (current) {
        current.unwatch();
        watched.delete(table.TableName);
      } else {
        watched.set(table.TableName, await watch(store.getItemDb(table.TableName), table, AttributeName));
      }
      return { TimeToLiveSpecification: { AttributeName, Enabled } };
    },
    describe: async (input) => {
      const { TableName } = await operations.table(String(input.TableName));
      const AttributeName = watched.get(TableName)?.attributeName;
      return {
        TimeToLiveDescription: AttributeName
          ? { TimeToLiveStatus: 'ENABLED', AttributeName }
          : { TimeToLiveStatus: 'DISABLED' },
      };
    },
    expired: () =>
      [...watched].flatMap(([tableName, { expiries }]) =>
        [...expiries.values()]
          .filter(({ expiresAtSeconds }) => isPast(expiresAtSeconds))
          .map(({ key }) => ({ tableName, key })),
      ),
    deleteIfExpired: async (tableName, key) => {
      const expiries = watched.get(tableName)?.expiries;
      if (!expiries) return false;
      const expiry = expiries.get(db.createKey(key, await operations.table(tableName)));
      if (!expiry || !isPast(expiry.expiresAtSeconds)) return false;
      await operations.perform('DeleteItem', { TableName: tableName, Key: key });
      return true;
    },
    forgetTable: (tableName) => {
      watched.delete(tableName);
    },
    forgetAll: () => watched.clear(),
  };
}

/** Keeps the expiries of a table's items at hand, so that a sweep need not read the table. */
async function watch(itemDb: ItemDb, table: Table, attributeName: string): Promise<WatchedTable> {
  const expiries: WatchedTable['expiries'] = new Map();
  const note = (itemKey: string, item: Item) => {
    const seconds = item[attributeName]?.N;
    if (typeof seconds === 'string') {
      expiries.set(itemKey, { expiresAtSeconds: Number(seconds), key: keyOf(table, item) });
    } else expiries.delete(itemKey);
  };
  for await (const item of itemDb.createValueStream()) note(db.createKey(item, table), item);
  const { put, del } = itemDb;
  itemDb.put = (itemKey, item, done) => {
    note(itemKey, item);
    put(itemKey, item, done);
  };
  itemDb.del = (itemKey, done) => {
    expiries.delete(itemKey);
    del(itemKey, done);
  };
  return { attributeName, expiries, unwatch: () => Object.assign(itemDb, { put, del }) };
}

function specificationOf(input: Input): { AttributeName: string; Enabled: boolean } {
  const { AttributeName, Enabled } = (input.TimeToLiveSpecification ?? {}) as Input;
  if (typeof AttributeName === 'string' && AttributeName && typeof Enabled === 'boolean') {
    return { AttributeName, Enabled };
  }
  throw invalid(
    "1 validation error detected: Value at 'timeToLiveSpecification' failed to satisfy constraint: Member must have AttributeName and Enabled",
  );
}

function refuseChangeWithoutEffect(current: string | undefined, attributeName: string, enabled: boolean): void {
  if (enabled && current === attributeName) throw invalid('TimeToLive is already enabled');
  if (!enabled && current === undefined) throw invalid('TimeToLive is already disabled');
  if (current !== undefined && current !== attributeName) {
    throw invalid(`TimeToLive is active on a different AttributeName: current AttributeName is ${current}`);
  }
}
