import type { Clock } from '../../../message/clock.ts';
import type { Input, Output } from './dynalite.ts';
import type { DynaliteOperations } from './dynalite-operations.ts';
import { invalid, isRefusal, refusal } from './refusal.ts';

/** Remembers whether point-in-time recovery is on; there is nothing to restore from. */
export interface ContinuousBackups {
  update(input: Input): Promise<Output>;
  describe(input: Input): Promise<Output>;
  forgetTable(tableName: string): void;
}

const RECOVERY_PERIOD_DAYS = 35;
/** AWS can restore to a moment about five minutes back. */
const RECOVERY_LAG_SECONDS = 300;

export function createContinuousBackups(operations: DynaliteOperations, clock: Clock): ContinuousBackups {
  const enabledAtSeconds = new Map<string, number>();
  const nowSeconds = () => clock.now() / 1000;

  async function existing(input: Input): Promise<string> {
    const name = String(input.TableName);
    try {
      return (await operations.table(name)).TableName;
    } catch (error) {
      if (isRefusal(error)) throw refusal('TableNotFoundException', `Table not found: ${name}`);
      throw error;
    }
  }

  function description(tableName: string): Output {
    const since = enabledAtSeconds.get(tableName);
    const PointInTimeRecoveryDescription =
      since === undefined
        ? { PointInTimeRecoveryStatus: 'DISABLED' }
        : {
            PointInTimeRecoveryStatus: 'ENABLED',
            RecoveryPeriodInDays: RECOVERY_PERIOD_DAYS,
            EarliestRestorableDateTime: since,
            LatestRestorableDateTime: Math.max(since, nowSeconds() - RECOVERY_LAG_SECONDS),
          };
    return {
      ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED', PointInTimeRecoveryDescription },
    };
  }

  return {
    describe: async (input) => description(await existing(input)),
    update: async (input) => {
      const tableName = await existing(input);
      const wanted = (input.PointInTimeRecoverySpecification as Input | undefined)?.PointInTimeRecoveryEnabled;
      if (typeof wanted !== 'boolean') {
        throw invalid(
          "1 validation error detected: Value at 'pointInTimeRecoverySpecification.pointInTimeRecoveryEnabled' failed to satisfy constraint: Member must not be null",
        );
      }
      if (!wanted) enabledAtSeconds.delete(tableName);
      else if (!enabledAtSeconds.has(tableName)) enabledAtSeconds.set(tableName, nowSeconds());
      return description(tableName);
    },
    forgetTable: (tableName) => {
      enabledAtSeconds.delete(tableName);
    },
  };
}
