import { describe, expect, it } from 'vitest';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';

/** Somebody takes the claim over while it is being settled. */
async function takenOverAt(host: TrialHost, settle: string): Promise<void> {
  host.faults.choose(({ name }) => {
    if (name === settle) host.put({ id: ID, status: 'INPROGRESS', fence: 'quicker' });
    return undefined;
  });
}

describe('a run that failed with attempts left', () => {
  it('is two writes and one hide, keeps its reason, and tells when it is due', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw' });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.faults.names).toEqual(['hide', 'claim', 'FAILED', 'hide']);
    expect(host.record('p-1')).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      fence: 'id-1',
      due_at: '2026-01-01T00:00:05.000Z',
      failures: [
        {
          at: '2026-01-01T00:00:00.000Z',
          attempt: 1,
          name: 'TypeError',
          message: 'could not ship parcel.ship:p-1',
          requestId: 'request-1',
          codeVersion: 'v1',
        },
      ],
    });
    expect(host.told).toMatchObject([
      { outcome: 'failed', attempt: 1, maxAttempts: 3, hiddenSeconds: 5, receiveCount: 1 },
    ]);
  });

  it('runs again once its backoff is over, and keeps its failure beside its result', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw-once' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'completed']);
    expect(host.runs.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2, failures: [{ attempt: 1 }] });
  });

  it.each([
    ['throw-text', { name: 'NonError', message: 'no error at all' }],
    ['throw-nothing', { name: 'NonError', message: 'undefined' }],
    ['throw-skew', { name: 'RequestTimeTooSkewed', message: 'the request time is too skewed' }],
  ] as const)('may have thrown anything: %s', async (outcome, failure) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome });
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', failures: [failure] });
  });
});

describe('a success', () => {
  it.each([
    ['return-nothing', undefined],
    ['return-null', 'null'],
    ['return-empty', '{}'],
  ] as const)('may %s, and is answered the same the second time', async (outcome, data) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome });
    await host.send({ parcelId: 'p-1', outcome });
    await host.invoke(host.receive(1));
    await host.invoke(host.receive(1));
    expect(host.told).toMatchObject([{ outcome: 'completed' }, { outcome: 'duplicate' }]);
    expect(host.told.map(({ result }) => result)).toEqual([undefined, data]);
    expect(host.record('p-1')?.status).toBe('COMPLETED');
    expect(host.record('p-1')?.data).toBe(data);
    expect(host.runs).toHaveLength(1);
  });

  it('closes the record it began, though the handler changed its payload', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'change-payload' });
    await host.send({ parcelId: 'p-1', outcome: 'change-payload' });
    await host.invoke(host.receive(1));
    await host.invoke(host.receive(1));
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
    expect([...host.records.keys()]).toEqual([ID]);
  });

  it('lives as long as a message can, in its queue and then in the dead-letter queue', async () => {
    const host = createTrialHost({ job: fakeJobWith({ retentionSeconds: 10 * 86_400 }) });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    host.clock.advance(24 * 86_400);
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
  });
});

describe.each([
  ['return', 'COMPLETED'],
  ['throw', 'FAILED'],
  ['not-yet', 'FAILED'],
  ['permanent', 'DEAD'],
] as const)('settling a run that says %s', (outcome, settle) => {
  it('loses to whoever took the claim over: nothing is settled, acknowledged, hidden or parked, and it is named', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome, seconds: 60 });
    await takenOverAt(host, settle);
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'quicker' });
    expect(host.faults.names.filter((name) => name !== 'message')).toEqual(['hide', 'claim', settle]);
    expect(host.outcomes).toEqual(['lost-claim']);
    expect(host.deadLetters).toEqual([]);
  });

  it('knows its own write when its answer was lost and the SDK asked again', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome, seconds: 60 });
    host.faults.choose(({ name }) => (name === settle ? 'ask-twice' : undefined));
    await host.invoke();
    expect(host.outcomes).toEqual([
      { return: 'completed', throw: 'failed', 'not-yet': 'not-yet', permanent: 'dead' }[outcome],
    ]);
    expect(host.record('p-1')).toMatchObject({ status: settle, attempts: outcome === 'not-yet' ? 0 : 1 });
  });

  it.each(['fail', 'lose-answer'] as const)('touches nothing when it gets no answer (%s)', async (fault) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome, seconds: 60 });
    host.faults.choose(({ name }) => (name === settle ? fault : undefined));
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.faults.names.filter((name) => name !== 'message')).toEqual(['hide', 'claim', settle]);
    expect(host.told).toMatchObject([{ outcome: 'unanswered', level: 'error' }]);
    expect(host.deadLetters).toEqual([]);
  });
});

describe('a settle that is refused', () => {
  it.each([
    ['return', 'COMPLETED', 'by a run that completed the job', { status: 'COMPLETED', fence: 'quicker' }],
    ['throw', 'FAILED', 'by a run that failed', { status: 'FAILED', fence: 'quicker' }],
    ['throw', 'FAILED', 'by a cancellation after its own lost write', { status: 'CANCELLED', fence: 'id-1' }],
    ['permanent', 'DEAD', 'by a death that another host gave it', { status: 'DEAD', fence: 'id-1', death_id: 'other' }],
  ] as const)('a run that says %s: %s %s, is a lost claim', async (outcome, settle, _by, stands) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome });
    host.faults.choose(({ name }) => {
      if (name === settle) host.put({ id: ID, ...stands });
      return undefined;
    });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.outcomes).toEqual(['lost-claim']);
    expect(host.record('p-1')).toMatchObject(stands);
    expect(host.faults.names.filter((name) => name !== 'message')).toEqual(['hide', 'claim', settle]);
  });
});

describe('a completion that was throttled', () => {
  it('is said under its own name, and the job runs again as one attempt when its claim has lapsed', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'COMPLETED' ? 'fail' : undefined));
    await host.invoke();
    expect(host.told).toMatchObject([{ failure: { name: 'ProvisionedThroughputExceededException' } }]);
    host.faults.heal();
    await host.workOff();
    expect(host.outcomes).toEqual(['unanswered', 'completed']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});

describe('a call whose signature AWS finds too old', () => {
  it.each([
    ['return', 'hide', { status: 'COMPLETED', attempts: 1 }],
    ['return', 'claim', { status: 'COMPLETED', attempts: 1 }],
    ['return', 'COMPLETED', { status: 'COMPLETED', attempts: 1 }],
    ['throw-once', 'FAILED', { status: 'COMPLETED', attempts: 2 }],
    ['permanent', 'message', { status: 'DEAD', reason: 'permanent-error', attempts: 1 }],
    ['permanent', 'DEAD', { status: 'DEAD', reason: 'permanent-error', attempts: 1 }],
    ['permanent', 'send', { status: 'DEAD', reason: 'permanent-error', attempts: 1 }],
  ] as const)('is tried again, whatever it was: a job that says %s, at %s', async (outcome, at, record) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome });
    let failed = false;
    host.faults.choose(({ name }) => {
      if (failed || name !== at) return undefined;
      failed = true;
      return 'skew';
    });
    await host.workOff();
    expect(failed).toBe(true);
    expect(host.record('p-1')).toMatchObject(record);
    expect(host.deadLetters).toHaveLength(record.status === 'DEAD' ? 1 : 0);
  });
});

describe('a message without a job, at a call whose signature AWS finds too old', () => {
  it.each(['message', 'DEAD', 'send'])('is not acknowledged, and parked when it comes back: %s', async (at) => {
    const host = createTrialHost();
    await host.sendBody('hello');
    host.faults.choose(({ name }) => (name === at ? 'skew' : undefined));
    expect((await host.invoke()).answer?.batchItemFailures).toHaveLength(1);
    host.faults.heal();
    await host.workOff();
    expect(host.deadLetters).toHaveLength(1);
  });
});

describe('a claim that was refused for want of throughput', () => {
  it('costs its own message alone, and no attempt', async () => {
    const host = createTrialHost();
    for (const parcelId of ['p-1', 'p-2', 'p-3']) await host.send({ parcelId });
    host.faults.choose(({ name, asked }) =>
      name === 'claim' && (asked as { id: string }).id === 'parcel.ship:p-2' ? 'fail' : undefined,
    );
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-2' }] });
    expect(host.runs.map(({ id }) => id)).toEqual(['parcel.ship:p-1', 'parcel.ship:p-3']);
    expect(host.record('p-2')).toBeUndefined();
  });
});

describe('a result that can not be stored', () => {
  it.each([
    ['bad-result', 'result refused: api: looks like a Stripe key; send a reference id'],
    ['large-result', 'result refused: (result): 2060 bytes of JSON; at most 2048: store it elsewhere and return where'],
  ] as const)('is a death at once, with the reason and without the value: %s', async (outcome, message) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.record('p-1')).toMatchObject({
      status: 'DEAD',
      reason: 'result-refused',
      attempts: 1,
      failures: [{ message }],
    });
    expect(host.deadLetters).toHaveLength(1);
  });
});

describe('the record of a job with the same id of another type', () => {
  it('is another record', async () => {
    const host = createTrialHost();
    await host.put({
      id: 'email.send:p-1',
      status: 'COMPLETED',
      version: 1,
      validation: payloadHash({ parcelId: 'p-1' }),
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect([...host.records.keys()]).toEqual(['email.send:p-1', ID]);
  });
});
