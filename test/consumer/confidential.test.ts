import { defineJob, NotYetError, PermanentError } from 'millrace';
import { consume } from 'millrace/consumer';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { cancelJob } from '../../millrace/record/cancel-job.ts';
import { createLetterTrial, ID, KEY, type Letter, letter } from './letter-trial.ts';

const DAY = 86_400;
const RECORD_LIFETIME = 22 * DAY;

const read = async (job: Letter) => {
  await job.confidential();
};

async function delivered(work: (job: Letter) => unknown, confidential?: unknown) {
  const trial = createLetterTrial(work);
  await trial.give(confidential);
  await trial.send();
  await trial.host.invoke();
  return trial;
}

describe('the confidential data of a job', () => {
  it('is what its schema makes of what was given, read once a run', async () => {
    const got: unknown[] = [];
    const { host } = await delivered(async (job) => {
      got.push(await job.confidential(), await job.confidential());
    });
    expect(got).toEqual([{ to: 'ada@example.org' }, { to: 'ada@example.org' }]);
    expect(got[0]).toBe(got[1]);
    expect(host.faults.names).toEqual(['hide', 'claim', 'read-data', 'COMPLETED', 'erase-data']);
  });

  it('costs one read and one delete more', async () => {
    const { host } = await delivered(read);
    expect(host.faults.names.filter((name) => name.endsWith('-data'))).toEqual(['read-data', 'erase-data']);
    expect(host.outcomes).toEqual(['completed']);
  });

  it('is read in each run anew', async () => {
    const { host } = await delivered(async (job) => {
      await job.confidential();
      if (job.attempt === 1) throw new Error('not yet');
    });
    await host.pass(20);
    await host.invoke();
    expect(host.outcomes).toEqual(['failed', 'completed']);
    expect(host.faults.names.filter((name) => name === 'read-data')).toHaveLength(2);
  });

  it.each<readonly [what: string, confidential: unknown]>([
    ['was never written', undefined],
    ['is past its lifetime', { to: 'Ada@Example.org' }],
  ])('that %s ends its job for good', async (what, confidential) => {
    const trial = createLetterTrial(read);
    if (confidential !== undefined) await trial.give(confidential);
    if (what.startsWith('is past')) trial.host.clock.advance(40 * DAY);
    await trial.send();
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['dead']);
    expect(trial.host.record('l-1')).toMatchObject({
      reason: 'permanent-error',
      failures: [
        { name: 'PermanentError', message: `${ID} has no confidential data: it was never written, or is erased` },
      ],
    });
  });

  it('that this code’s schema refuses ends its job for good, told by its path and never by its value', async () => {
    const trial = createLetterTrial(read);
    await trial.give();
    const older = { confidential: '{"to":7,"name":"zz-secret-1"}', hash: 'h', written: 0, expiration: 2_000_000_000 };
    trial.host.table.confidential.set(KEY, older);
    await trial.send();
    await trial.host.invoke();
    expect(trial.host.record('l-1')).toMatchObject({
      reason: 'permanent-error',
      failures: [
        {
          message: `the confidential data of ${ID} is refused by its schema: (confidential) to: must be a string`,
        },
      ],
    });
  });

  it('that the table did not answer for is a failed attempt like any other, and may be asked for again', async () => {
    const trial = createLetterTrial(async (job) => {
      await job.confidential().catch(() => job.confidential());
    });
    await trial.give();
    await trial.send();
    trial.host.faults.choose(({ name }) => (name === 'read-data' ? 'fail' : undefined));
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['failed']);
    let asked = 0;
    trial.host.faults.choose(({ name }) => (name === 'read-data' && ++asked === 1 ? 'fail' : undefined));
    await trial.host.pass(20);
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['failed', 'completed']);
  });

  it('is asked for only where the job has it', () => {
    const none = defineJob({
      ...{ type: 'a.b', owner: 'o', idempotencyKey: 'id', replay: { rule: 'safe' } },
      payload: z.object({ id: z.string() }),
    });
    const right = () =>
      consume(letter, async (job) => {
        expectTypeOf(await job.confidential()).toEqualTypeOf<{
          to: string;
          name?: string | undefined;
          phone?: string | undefined;
          texts?: string[] | undefined;
        }>();
      });
    // @ts-expect-error: the job has none.
    const wrong = () => consume(none, async (job) => job.confidential());
    expectTypeOf([right, wrong]).toBeArray();
  });
});

describe('confidential data is erased', () => {
  it('when its job is completed, and not before', async () => {
    const trial = createLetterTrial(read);
    await trial.give();
    await trial.send();
    trial.host.faults.choose(({ name }) => (name === 'COMPLETED' ? 'fail' : undefined));
    await trial.host.invoke();
    expect(trial.stored()).toBeDefined();
    trial.host.faults.heal();
    await trial.host.workOff();
    expect(trial.host.record('l-1')?.status).toBe('COMPLETED');
    expect(trial.stored()).toBeUndefined();
  });

  it.each(['die-before', 'die-after', 'fail', 'lose-answer'] as const)(
    'by the message’s return where that did not come about at once: %s',
    async (fault) => {
      const trial = createLetterTrial(read);
      await trial.give();
      await trial.send();
      trial.host.faults.choose(({ name }) => (name === 'erase-data' ? fault : undefined));
      await trial.host.invoke();
      expect(trial.host.record('l-1')?.status).toBe('COMPLETED');
      expect(trial.host.waiting).toBe(1);
      trial.host.faults.heal();
      await trial.host.workOff();
      expect(trial.host.outcomes.at(-1)).toBe('duplicate');
      expect(trial.stored()).toBeUndefined();
    },
  );

  it('by the message’s return where the host died before it could', async () => {
    const trial = createLetterTrial(read);
    await trial.give();
    await trial.send();
    trial.host.faults.choose(({ name }) => (name === 'COMPLETED' ? 'die-after' : undefined));
    await trial.host.invoke();
    expect(trial.stored()).toBeDefined();
    trial.host.faults.heal();
    await trial.host.workOff();
    expect(trial.host.outcomes).toEqual(['duplicate']);
    expect(trial.stored()).toBeUndefined();
  });

  it('and an operator is told where it could not be', async () => {
    const trial = createLetterTrial(read);
    await trial.give();
    await trial.send();
    trial.host.faults.choose(({ name }) => (name === 'erase-data' ? 'fail' : undefined));
    await trial.host.invoke();
    expect(trial.host.told).toEqual([
      expect.objectContaining({
        ...{ level: 'error', outcome: 'completed' },
        notErased: expect.objectContaining({ name: 'ProvisionedThroughputExceededException' }),
      }),
    ]);
  });

  it('when its job is cancelled by the run that held it', async () => {
    const trial = createLetterTrial(async (job) => {
      await job.confidential();
      await cancelJob(trial.host.table, letter, ID, trial.host.clock.now());
      throw new Error('of no use any more');
    });
    await trial.give();
    await trial.send();
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['cancelled']);
    expect(trial.stored()).toBeUndefined();
  });

  it('when its job is cancelled before any run: at once, or by its message', async () => {
    const trial = createLetterTrial(read);
    await trial.give();
    await cancelJob(trial.host.table, letter, ID, trial.host.clock.now());
    expect(trial.stored()).toBeUndefined();
    const left = createLetterTrial(read);
    await left.give();
    const silent = {
      ...left.host.table,
      eraseConfidential: async () => {
        throw new Error('no answer');
      },
    };
    await expect(cancelJob(silent, letter, ID, left.host.clock.now())).rejects.toThrow('no answer');
    await left.send();
    await left.host.invoke();
    expect(left.host.outcomes).toEqual(['cancelled']);
    expect(left.stored()).toBeUndefined();
  });

  it('when its job expires', async () => {
    const trial = createLetterTrial(read);
    await trial.give();
    // The host's own payload is the fake job's.
    await trial.host.send({ letterId: 'l-1' } as never, { expiresAt: '2025-12-31T00:00:00Z' });
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['expired']);
    expect(trial.stored()).toBeUndefined();
  });

  it('never by a run that lost its claim', async () => {
    const trial = createLetterTrial(async (job) => {
      await job.confidential();
      await trial.host.put({ id: ID, status: 'INPROGRESS', fence: 'another', attempts: 2 });
    });
    await trial.give();
    await trial.send();
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['lost-claim']);
    expect(trial.stored()).toBeDefined();
  });

  it.each([
    ['fails', new Error('no'), 'failed'],
    ['is put off', new NotYetError('not yet', 30), 'not-yet'],
    ['dies', new PermanentError('never'), 'dead'],
  ])('never while its job may run again: a job that %s', async (_what, error, outcome) => {
    const { host, stored } = await delivered(async (job) => {
      await job.confidential();
      throw error;
    });
    expect(host.outcomes).toEqual([outcome]);
    expect(stored()).toBeDefined();
  });
});

describe('confidential data of a job that dies', () => {
  const die = async (job: Letter) => {
    await job.confidential();
    throw new PermanentError('never');
  };

  it('is renewed before the death is written, so that a redrive finds it', async () => {
    const trial = createLetterTrial(die);
    await trial.give();
    trial.host.clock.advance(3 * DAY);
    await trial.send();
    await trial.host.invoke();
    const { names } = trial.host.faults;
    expect(names.indexOf('renew-data')).toBeLessThan(names.indexOf('DEAD'));
    expect(trial.stored()?.expiration).toBe(Math.floor(trial.host.clock.now() / 1000) + RECORD_LIFETIME + DAY);
    await trial.host.redrive();
    await trial.host.invoke();
    expect(trial.host.record('l-1')).toMatchObject({ status: 'DEAD', cycle: 2 });
    expect(trial.host.faults.names.filter((name) => name === 'read-data')).toHaveLength(2);
  });

  it('keeps its job from dying where it can’t be renewed', async () => {
    const trial = createLetterTrial(die);
    await trial.give();
    await trial.send();
    trial.host.faults.choose(({ name }) => (name === 'renew-data' ? 'fail' : undefined));
    await trial.host.invoke();
    expect(trial.host.outcomes).toEqual(['unanswered']);
    expect(trial.host.record('l-1')?.status).toBe('INPROGRESS');
  });
});
