import type { Clock } from '../../../message/clock.ts';
import { createContinuousBackups } from './continuous-backups.ts';
import { db, type Input, type Output, passedThroughOperations } from './dynalite.ts';
import { createDynaliteOperations } from './dynalite-operations.ts';
import { protocolRefusal } from './refusal.ts';
import { createSharedExclusiveGate } from './shared-exclusive-gate.ts';
import { createTables } from './tables.ts';
import { createTimeToLive } from './time-to-live.ts';
import { createTransactions } from './transactions.ts';

type Operation = (input: Input) => Promise<Output>;

/** One in-memory DynamoDB: its store, and which operation may run beside which. */
export interface DynamoDbDispatch {
  run(operationName: string, input: Input): Promise<Output>;
  /** Deletes what is past its time to live; answers how many items that were. */
  sweepTtl(): Promise<number>;
  close(): Promise<void>;
}

export function createDynamoDbDispatch(clock: Clock): DynamoDbDispatch {
  const store = db.create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  const operations = createDynaliteOperations(store);
  const gate = createSharedExclusiveGate();
  const transactions = createTransactions(operations, clock);
  const timeToLive = createTimeToLive(store, operations, clock);
  const backups = createContinuousBackups(operations, clock);
  const tables = createTables(operations, (tableName) => {
    timeToLive.forgetTable(tableName);
    backups.forgetTable(tableName);
  });

  const shared = new Map<string, Operation>([
    ...passedThroughOperations.map((name): [string, Operation] => [
      name,
      (input) => operations.perform(name, operations.check(name, input)),
    ]),
    ['DescribeTimeToLive', timeToLive.describe],
    ['DescribeContinuousBackups', backups.describe],
  ]);
  const exclusive = new Map<string, Operation>([
    ['CreateTable', tables.create],
    ['UpdateTable', tables.update],
    ['DeleteTable', tables.delete],
    ['UpdateTimeToLive', timeToLive.update],
    ['UpdateContinuousBackups', backups.update],
    ['TransactWriteItems', transactions.write],
    ['TransactGetItems', transactions.get],
  ]);

  return {
    run: async (operationName, input) => {
      const alone = exclusive.get(operationName);
      if (alone) return gate.exclusive(() => alone(input));
      const together = shared.get(operationName);
      if (together) return gate.shared(() => together(input));
      throw protocolRefusal('UnknownOperationException', `The embedded DynamoDB does not serve ${operationName}`);
    },
    sweepTtl: async () => {
      let deleted = 0;
      for (const { tableName, key } of timeToLive.expired()) {
        if (await gate.exclusive(() => timeToLive.deleteIfExpired(tableName, key))) deleted += 1;
      }
      return deleted;
    },
    close: () =>
      gate.exclusive(() => {
        timeToLive.forgetAll();
        return store.db.close();
      }),
  };
}
