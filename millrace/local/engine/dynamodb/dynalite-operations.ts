import { promisify } from 'node:util';
import {
  db,
  dynaliteOperation,
  type Input,
  type Item,
  type OperationName,
  type Output,
  type Store,
  type Table,
  validations,
} from './dynalite.ts';
import { isRefusal, protocolRefusal } from './refusal.ts';
import { refuseBeginsWithAttribute } from './refuse-begins-with-attribute.ts';

const RETURN_OLD_ITEM = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};
const CONDITIONAL: readonly OperationName[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** What dynalite knows to do, with inputs checked the way its own server checks them. */
export interface DynaliteOperations {
  /** Throws AWS's refusal for a bad input; answers the input with its expressions parsed. */
  check(name: OperationName, input: Input): Input;
  perform(name: OperationName, checked: Input): Promise<Output>;
  table(name: string): Promise<Table>;
  saveTable(table: Table): Promise<void>;
  item(table: Table, key: Item): Promise<Item | undefined>;
}

export function createDynaliteOperations(store: Store): DynaliteOperations {
  return {
    check: (name, input) => {
      const { types, custom } = dynaliteOperation(name);
      const known = CONDITIONAL.includes(name) ? { ...types, ...RETURN_OLD_ITEM } : types;
      try {
        // checkTypes deletes what it does not know from what it is given.
        const checked = validations.checkTypes({ ...input }, known);
        validations.checkValidations(checked, known, custom, store);
        refuseBeginsWithAttribute(checked);
        return checked;
      } catch (error) {
        if (isRefusal(error)) throw error;
        // The checks stumble over nulls and structures that no SDK sends.
        throw protocolRefusal('SerializationException', error instanceof Error ? error.message : String(error));
      }
    },
    perform: (name, checked) => dynaliteOperation(name).perform(store, checked),
    table: async (name) => (await promisify(store.getTable)(name, false)) as Table,
    saveTable: async (table) => {
      await promisify(store.tableDb.put)(table.TableName, table);
    },
    item: (table, key) => promisify(store.getItemDb(table.TableName).get)(db.createKey(key, table)),
  };
}

/** The primary key of an item, as far as the item has it. */
export function keyOf(table: Table, item: Item): Item {
  const present = table.KeySchema.flatMap(({ AttributeName }) => {
    const value = item[AttributeName];
    return value ? [[AttributeName, value] as const] : [];
  });
  return Object.fromEntries(present);
}
