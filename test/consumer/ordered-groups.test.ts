import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeWork, type FakePayload, fakeJobWith } from './fake-job.ts';
import type { Fault } from './faults.ts';
import { createTrialHost } from './trial-host.ts';

const JOB = fakeJobWith({ orderedBy: 'parcelId' });
const FAULTS: readonly (Fault | undefined)[] = ['die-before', 'die-after', 'fail', 'lose-answer', 'ask-twice'];

const outcome = fc.constantFrom<FakePayload['outcome']>(
  ...(['return', 'return', 'throw', 'throw-once', 'permanent', 'retry-later', 'kill-host'] as const),
);
const message = fc.record({ group: fc.constantFrom('a', 'b', 'c'), outcome });
// Faults one in six at first, and none after some sixty calls: a world that never heals keeps no promise.
const script = fc.array(fc.nat(29), { maxLength: 60 });

it('whatever fails, a job of a group begins once those before it in its group have ended, and all end', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), script, async (messages, faults) => {
      const ended = (key: string) => ['COMPLETED', 'DEAD'].includes(host.record(key)?.status ?? 'none');
      const overtaken: string[] = [];
      const groupOf = new Map(messages.map(({ group }, at) => [`p-${at}`, group]));
      const host = createTrialHost({
        job: JOB,
        work: (world) =>
          createFakeWork({
            ...world,
            began: (run) => {
              world.began(run);
              const key = run.id.replace('parcel.ship:', '');
              const before = [...groupOf.keys()].slice(0, [...groupOf.keys()].indexOf(key));
              const ofGroup = before.filter((one) => groupOf.get(one) === groupOf.get(key));
              overtaken.push(...ofGroup.filter((one) => !ended(one)));
            },
          }),
      });
      for (const [at, { group, ...payload }] of messages.entries()) {
        await host.sendTo(group, { ...payload, parcelId: `p-${at}`, seconds: 1 });
      }
      host.faults.choose(({ index }) => FAULTS[faults[index] ?? 29]);
      await host.workOff(100_000);
      expect(overtaken).toEqual([]);
      expect([...groupOf.keys()].filter((key) => !ended(key))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
