import { describe, expect, it } from 'vitest';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

/** The batch is received, and every hide but the lease is never answered. */
async function expectsAnswer(host: TrialHost, more: { remainingSeconds?: number; receiveCount?: number } = {}) {
  let hides = 0;
  host.faults.choose(({ name }) => (name === 'hide' && ++hides > 1 ? 'hang' : undefined));
  const batch = host.receive().map((delivery) => ({ ...delivery, receiveCount: more.receiveCount ?? 1 }));
  const begun = await host.invoke(batch, more.remainingSeconds);
  expect(hides).toBe(2);
  expect(begun.answer).toBeUndefined();
}

describe('an invocation does not answer before its hide is answered: frozen then, it would hide when it wakes', () => {
  it('of a run that failed', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw' });
    await expectsAnswer(host);
  });

  it('of a job that another run holds', async () => {
    const host = createTrialHost();
    const until = host.clock.now() + 9_000;
    await host.put({ id: 'parcel.ship:p-1', status: 'INPROGRESS', fence: 'theirs', in_progress_expiration: until });
    await host.send({ parcelId: 'p-1' });
    await expectsAnswer(host);
  });

  it('of a job for which too little time is left', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await expectsAnswer(host, { remainingSeconds: 11 });
  });

  it('of a message that newer code wrote', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' }, { job: { ...host.job, version: 2 } });
    await expectsAnswer(host);
  });

  it('of a message whose turn in its group has no time', async () => {
    const host = createTrialHost({ job: fakeJobWith({ orderedBy: 'parcelId', maxReceiveCount: 60 }) });
    await host.sendTo('a', { parcelId: 'p-1' });
    await expectsAnswer(host, { remainingSeconds: 11 });
  });

  it('of a message that is handed back unread', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await expectsAnswer(host, { remainingSeconds: 11, receiveCount: 5 });
  });
});
