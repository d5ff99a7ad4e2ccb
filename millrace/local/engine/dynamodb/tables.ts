import { setTimeout } from 'node:timers/promises';
import type { Input, Output, Table } from './dynalite.ts';
import type { DynaliteOperations } from './dynalite-operations.ts';
import { invalid, isRefusal } from './refusal.ts';

/** The calls that change a table, with the settings that dynalite drops; they answer once the table has settled. */
export interface Tables {
  create(input: Input): Promise<Output>;
  update(input: Input): Promise<Output>;
  delete(input: Input): Promise<Output>;
}

const THROUGHPUT_SETTINGS = ['BillingMode', 'ProvisionedThroughput', 'GlobalSecondaryIndexUpdates'];
const ACTIVE_STATES: readonly unknown[] = ['ACTIVE', undefined];

export function createTables(operations: DynaliteOperations, forgetTable: (tableName: string) => void): Tables {
  /** dynalite writes a table once more from a timer of 0 ms and tells nobody: an equal timer set later fires later. */
  async function settled(tableName: string): Promise<Table | undefined> {
    try {
      for (;;) {
        await setTimeout(0);
        const table = await operations.table(tableName);
        const indexes = table.GlobalSecondaryIndexes ?? [];
        if ([table.TableStatus, ...indexes.map((index) => index.IndexStatus)].every((s) => ACTIVE_STATES.includes(s))) {
          return table;
        }
      }
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  return {
    create: async (input) => {
      const checked = operations.check('CreateTable', input);
      const settings = settingsOf(input);
      await operations.perform('CreateTable', { ...checked, DeletionProtectionEnabled: false, ...settings });
      const table = await settled(String(checked.TableName));
      if (table && Array.isArray(input.Tags) && input.Tags.length > 0) {
        const tags = operations.check('TagResource', { ResourceArn: table.TableArn, Tags: input.Tags });
        await operations.perform('TagResource', tags);
      }
      return { TableDescription: table };
    },
    update: async (input) => {
      refuseIndexChange(input);
      const settings = settingsOf(input);
      const onlySettings = Object.keys(settings).length > 0 && !THROUGHPUT_SETTINGS.some((name) => input[name]);
      const checked = onlySettings ? undefined : operations.check('UpdateTable', input);
      const table = { ...(await operations.table(String(input.TableName))), ...settings };
      await operations.saveTable(table);
      if (!checked) return { TableDescription: table };
      await operations.perform('UpdateTable', checked);
      return { TableDescription: await settled(table.TableName) };
    },
    delete: async (input) => {
      const checked = operations.check('DeleteTable', input);
      const tableName = String(checked.TableName);
      if ((await operations.table(tableName)).DeletionProtectionEnabled) {
        throw invalid(
          `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first. Table: ${tableName}`,
        );
      }
      const output = await operations.perform('DeleteTable', checked);
      await settled(tableName);
      forgetTable(tableName);
      return output;
    },
  };
}

function refuseIndexChange({ GlobalSecondaryIndexUpdates: updates }: Input): void {
  // dynalite would answer success and do nothing.
  if (Array.isArray(updates) && updates.some((update) => update?.Create || update?.Delete)) {
    throw invalid('The embedded engine changes no indexes of an existing table: create the table with its indexes');
  }
}

/** How a table's description shows the settings it was asked for. */
function settingsOf({ TableClass, SSESpecification, DeletionProtectionEnabled }: Input): Partial<Table> {
  const settings: Partial<Table> = {};
  if (TableClass !== undefined) {
    if (TableClass !== 'STANDARD' && TableClass !== 'STANDARD_INFREQUENT_ACCESS') {
      throw invalid(
        `1 validation error detected: Value '${String(TableClass)}' at 'tableClass' failed to satisfy constraint: Member must satisfy enum value set: [STANDARD, STANDARD_INFREQUENT_ACCESS]`,
      );
    }
    settings.TableClassSummary = { TableClass };
  }
  const encryption = SSESpecification as Input | undefined;
  if (encryption?.Enabled) {
    const { SSEType = 'KMS', KMSMasterKeyId: KMSMasterKeyArn } = encryption;
    settings.SSEDescription = { Status: 'ENABLED', SSEType, ...(KMSMasterKeyArn ? { KMSMasterKeyArn } : {}) };
  }
  if (typeof DeletionProtectionEnabled === 'boolean') settings.DeletionProtectionEnabled = DeletionProtectionEnabled;
  return settings;
}
