import {
  type Catalogue,
  defineCatalogue,
  defineJob,
  type JobDefinition,
  type JobSettings,
  type ScheduleSpec,
} from 'millrace';
import * as z from 'zod';

interface FakeJobOptions extends JobSettings {
  readonly type?: string;
  readonly owner?: string;
  readonly orderedBy?: 'parcelId';
  readonly fairBy?: 'parcelId';
  readonly confidential?: z.ZodObject;
  readonly priorities?: readonly [string, string, ...string[]];
  readonly schedules?: Readonly<Record<string, ScheduleSpec<z.ZodObject<{ parcelId: z.ZodString }>>>>;
}

/** A job that is no sample: those may be deleted. */
export function fakeJob({ type = 'parcel.ship', owner = 'logistics', ...rest }: FakeJobOptions = {}): JobDefinition {
  return defineJob({
    type,
    owner,
    payload: z.object({ parcelId: z.string() }),
    idempotencyKey: 'parcelId',
    replay: { rule: 'safe' },
    ...rest,
  });
}

export function fakeCatalogue(...jobs: readonly JobDefinition[]): Catalogue {
  return defineCatalogue({
    owners: {
      logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' },
      finance: { team: 'Finance', alarmEmail: 'finance@example.com' },
    },
    jobs,
  });
}
