import { PermanentError, RetryLaterError } from 'millrace';
import { describe, expect, it } from 'vitest';
import type { RunningJob } from '../../millrace/consumer/work.ts';
import { createSteppingHost } from './stepping-host.ts';

async function recordOf(work: (job: RunningJob) => unknown) {
  const host = createSteppingHost(work);
  await host.send({ parcelId: 'p-1' });
  await host.invoke();
  return host.record('p-1');
}

describe('what the work of a step throws', () => {
  it.each([
    ['an error', new TypeError('no'), { status: 'FAILED', failures: [{ name: 'TypeError' }] }],
    ['RetryLaterError', new RetryLaterError('busy', 60), { status: 'FAILED', due_at: '2026-01-01T00:01:00.000Z' }],
    ['PermanentError', new PermanentError('no'), { status: 'DEAD', reason: 'permanent-error' }],
  ])('is what the handler threw: %s', async (_what, error, record) => {
    expect(await recordOf(({ step }) => step('a', () => Promise.reject(error)))).toMatchObject(record);
  });

  it('may be caught, and the job goes on without that step', async () => {
    const record = await recordOf(async ({ step }) => {
      const primary = await step('primary', () => Promise.reject(new Error('no'))).catch(() => 'none');
      return [primary, await step('fallback', () => 'other')];
    });
    expect(record).toMatchObject({ status: 'COMPLETED', data: '["none","other"]' });
  });
});

describe('a result that can’t be stored', () => {
  it.each([
    ['a secret', { api: 'sk_live_abcdefghijklmnop' }, '(step a) api: looks like a Stripe key; send a reference id'],
    ['too large', 'x'.repeat(262_143), '(step a): 262145 bytes of JSON; at most 262144'],
    ['no JSON', () => 1, '(step a): a function is no JSON'],
  ])('is a death at once, whatever the handler makes of it: %s', async (_what, returned, message) => {
    const record = await recordOf(async ({ step }) => {
      await step('a', () => returned).catch(() => undefined);
    });
    expect(record).toMatchObject({ status: 'DEAD', reason: 'result-refused' });
    expect(record?.failures?.[0]?.message).toContain(message);
    expect(JSON.stringify(record)).not.toContain('sk_live');
  });

  it('leaves an effect that must not happen twice as begun', async () => {
    const once = { atMostOnce: true, longestRequestSeconds: 4 } as const;
    const record = await recordOf(({ step }) => step('a', () => 1n, once));
    expect(record).toMatchObject({
      reason: 'result-refused',
      steps: { a: { started_at: '2026-01-01T00:00:00.000Z' } },
    });
  });
});

describe('more steps than a record has room for', () => {
  it.each([1, 8])('are a death before the work of the one too many is called: %i at a time', async (together) => {
    const host = createSteppingHost(async ({ step }, { effect }) => {
      for (let at = 0; at < 60; at += together) {
        const some = Array.from({ length: together }, (_, more) =>
          step(`step-${at + more}`, ({ effectKey }) => effect(effectKey), {
            atMostOnce: true,
            longestRequestSeconds: 4,
          }),
        );
        await Promise.all(some);
      }
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'result-refused' });
    expect(host.record('p-1')?.failures?.[0]?.message).toMatch(
      /\(step step-\d+\): with this one the job's steps may take 14\d\d bytes of its record; at most 1400: take fewer/,
    );
    const done = Object.values(host.record('p-1')?.steps ?? {}).filter((state) => 'done' in state);
    expect(host.effects).toHaveLength(done.length);
  });
});

describe('a stored result that is gone', () => {
  const losing = () => {
    const host = createSteppingHost(async ({ step, attempt }, { effect }) => {
      const text = await step('a', ({ effectKey }) => {
        effect(effectKey);
        return 'x'.repeat(300);
      }).catch(() => 'swallowed');
      if (attempt === 1 && host.runs.length === 1) throw new Error('again');
      return text.length;
    });
    return host;
  };

  it('ends its job as outcome-unknown, whatever the handler makes of it', async () => {
    const host = losing();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    host.stepResults.clear();
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'dead']);
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
    expect(host.record('p-1')?.failures?.at(-1)?.message).toBe('step a was done, and its stored result is gone');
    expect(host.effects).toHaveLength(1);
  });

  it('leaves that step as one that began, so that a person can say what became of it', async () => {
    const host = losing();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    host.stepResults.clear();
    await host.workOff();
    expect(host.record('p-1')?.steps).toEqual({ a: { started_at: '1970-01-01T00:00:00.000Z' } });
    await host.redrive();
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', data: '300' });
  });
});

describe('a step that is called in a way that can’t work', () => {
  it.each([
    ['', '"" is no name of a step'],
    ['a/b', '"a/b" is no name of a step'],
    ['-a', '"-a" is no name of a step'],
    ['é', '"é" is no name of a step'],
    ['a'.repeat(65), 'is no name of a step: 1 to 64 letters, digits, dots, hyphens and underscores are'],
    ['constructor', '"constructor" is no name of a step'],
    ['toString', '"toString" is no name of a step'],
    ['__proto__', '"__proto__" is no name of a step'],
  ])('fails the run where its name is %j', async (name, message) => {
    const record = await recordOf(({ step }) => step(name, () => 1));
    expect(record).toMatchObject({ status: 'FAILED' });
    expect(record?.failures?.[0]?.message).toContain(message);
  });

  it.each(['0', 'a.b', 'A_b-c', 'length', 'name'])('may be called %s', async (name) => {
    expect(await recordOf(({ step }) => step(name, () => 1))).toMatchObject({ status: 'COMPLETED', data: '1' });
  });

  it('fails the run where its name was used before in it, done or not', async () => {
    let done = 0;
    const record = await recordOf(async ({ step }) => {
      await step('a', () => 1);
      await step('a', () => {
        done += 1;
      });
    });
    expect(record?.failures?.[0]?.message).toContain('step a was called twice in one run');
    expect(done).toBe(0);
  });

  it.each([0, -1, Number.NaN, 10, 11])(
    'fails the run where its longest request may take %d s of ten',
    async (longest) => {
      let done = 0;
      const record = await recordOf(({ step }) =>
        step(
          'a',
          () => {
            done += 1;
          },
          { atMostOnce: true, longestRequestSeconds: longest },
        ),
      );
      expect(record?.failures?.[0]?.message).toBe(
        `step a: longestRequestSeconds must be more than 0 and less than the job's timeoutSeconds (10), ${longest} given`,
      );
      expect(done).toBe(0);
    },
  );

  it('does nothing after its handler has returned, and tells its caller', async () => {
    let step: RunningJob['step'] | undefined;
    const record = await recordOf((job) => {
      step = job.step;
    });
    expect(record?.status).toBe('COMPLETED');
    await expect(step?.('a', () => 1)).rejects.toThrow('step a was called after its handler had returned');
  });
});

describe('a step that nobody awaits', () => {
  it('is waited for before its job is done', async () => {
    const host = createSteppingHost(({ step }, { wait, effect }) => {
      void step('a', async ({ effectKey }) => {
        await wait(3);
        effect(effectKey);
      });
      return 'returned';
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual([]);
    await host.pass(3);
    expect(host.outcomes).toEqual(['completed']);
    expect(host.effects).toEqual(['parcel.ship:p-1/a']);
  });

  it('and that fails, fails the run', async () => {
    const record = await recordOf(({ step }) => {
      void step('a', () => Promise.reject(new Error('unheard')));
    });
    expect(record).toMatchObject({ status: 'FAILED', failures: [{ message: 'unheard' }] });
  });

  it('and that never ends, keeps its run from returning', async () => {
    const host = createSteppingHost(({ step }) => {
      void step('a', () => new Promise(() => undefined));
      return 'returned';
    });
    await host.send({ parcelId: 'p-1' });
    const { answer } = await host.invoke();
    await host.pass(60);
    expect(answer).toBeUndefined();
    expect(host.record('p-1')?.status).toBe('INPROGRESS');
  });
});

describe('a run that learns at a step that its claim is lost', () => {
  it('asks for nothing more: no settle, no hide, no copy', async () => {
    const host = createSteppingHost(({ step }) => step('a', () => 'done'));
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => {
      if (name === 'step') host.put({ id: 'parcel.ship:p-1', status: 'INPROGRESS', fence: 'quicker' });
      return undefined;
    });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.faults.names).toEqual(['hide', 'claim', 'step']);
    expect(host.outcomes).toEqual(['lost-claim']);
  });
});
