import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** An item or a key as it stands on the wire: `{"id":{"S":"d-1"}}`. */
export type Item = Record<string, Record<string, unknown>>;
export type Input = Record<string, unknown>;
export type Output = Record<string, unknown>;

export interface TableIndex {
  IndexName: string;
  KeySchema: { AttributeName: string; KeyType: string }[];
  IndexStatus?: string;
  [setting: string]: unknown;
}

export interface Table {
  TableName: string;
  TableArn: string;
  TableStatus: string;
  KeySchema: { AttributeName: string; KeyType: string }[];
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: TableIndex[];
  LocalSecondaryIndexes?: TableIndex[];
  DeletionProtectionEnabled?: boolean;
  [setting: string]: unknown;
}

/** An error that the caller of the API is meant to see, in the shape dynalite throws. */
export interface Refusal extends Error {
  statusCode: number;
  body: { __type: string; message?: string; [field: string]: unknown };
}

type Done<T> = (error: Error | null, value?: T) => void;

export interface ItemDb {
  get(key: string, done: Done<Item>): void;
  put(key: string, item: Item, done: Done<void>): void;
  del(key: string, done: Done<void>): void;
  createValueStream(): AsyncIterable<Item>;
}

export interface Store {
  db: { close(): Promise<void> };
  tableDb: { put(name: string, table: Table, done: Done<void>): void };
  getTable(name: string, mustBeActive: false, done: Done<Table>): void;
  getItemDb(tableName: string): ItemDb;
  deleteIndexDb(kind: 'global' | 'local', tableName: string, indexName: string, done: Done<void>): void;
}

interface DynaliteDb {
  create(options: { createTableMs: number; deleteTableMs: number; updateTableMs: number }): Store;
  createKey(key: Item, table: Table): string;
  validateKey(key: Item, table: Table): Refusal | null | undefined;
  validationError(message: string): Refusal;
  checkConditional(data: Input, item: Item | undefined): Refusal | null | undefined;
  addConsumedCapacity(data: Input, isRead: boolean, item: Item | undefined): Output | undefined;
  updateIndexes(store: Store, table: Table, before: Item | null, after: Item, done: Done<void>): void;
}

type FieldTypes = Record<string, unknown>;
type CustomCheck = (data: Input, store: Store) => string | undefined;

interface Validations {
  checkTypes(input: Input, types: FieldTypes): Input;
  checkValidations(input: Input, types: FieldTypes, custom: CustomCheck | undefined, store: Store): void;
}

interface DynaliteOperation {
  perform(store: Store, data: Input): Promise<Output>;
  types: FieldTypes;
  custom: CustomCheck | undefined;
}

// dynalite has no types: what its modules hold is claimed here once, and nowhere else.
const load = createRequire(import.meta.url);
export const db = load('dynalite/db') as DynaliteDb;
export const validations = load('dynalite/validations') as Validations;

function loadOperation(name: string): DynaliteOperation {
  const file = name.charAt(0).toLowerCase() + name.slice(1);
  const action = load(`dynalite/actions/${file}`) as (store: Store, data: Input, done: Done<Output>) => void;
  const { types, custom } = load(`dynalite/validations/${file}`) as Pick<DynaliteOperation, 'types' | 'custom'>;
  // Tag operations answer an empty string.
  const perform = async (store: Store, data: Input) => (await promisify(action)(store, data)) || {};
  return { perform, types, custom };
}

const operationNames = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'ListTagsOfResource',
  'PutItem',
  'Query',
  'Scan',
  'TagResource',
  'UntagResource',
  'UpdateItem',
  'UpdateTable',
] as const;

export type OperationName = (typeof operationNames)[number];

const operations = new Map(operationNames.map((name) => [name, loadOperation(name)]));

export function dynaliteOperation(name: OperationName): DynaliteOperation {
  const operation = operations.get(name);
  if (!operation) throw new Error(`dynalite has no operation ${name}`);
  return operation;
}

export const passedThroughOperations: readonly OperationName[] = operationNames;
