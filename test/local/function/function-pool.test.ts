import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFunctionPool, type FunctionEvent } from '../../../millrace/local/function/function-pool.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';

const bundle = join(import.meta.dirname, '..', 'fixtures', 'bundle', 'index.mjs');
// Real processes on a busy machine.
const slow = { timeout: 60_000 };
let compileCacheDir: string;
let stops: (() => Promise<void>)[];

beforeEach(() => {
  compileCacheDir = mkdtempSync(join(tmpdir(), 'millrace-'));
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  rmSync(compileCacheDir, { recursive: true, force: true });
});

function openPool({ exportName = 'handler', reservedConcurrency = undefined as number | undefined } = {}) {
  const events: FunctionEvent[] = [];
  const clock = createVirtualClock();
  const time = { offsetMs: 0 };
  const settings = {
    functionName: 'emails-fn',
    displayName: 'email.send',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:emails-fn',
    bundle,
    exportName,
    timeoutSeconds: 3,
    memoryMb: 128,
    logGroupName: '/aws/lambda/emails-fn',
    variables: {},
    reservedConcurrency,
  };
  const pool = createFunctionPool({
    settings,
    environment: { ONLY: 'this' },
    compileCacheDir,
    clock,
    clockOffsetMs: () => time.offsetMs,
    report: (event) => events.push(event),
  });
  stops.push(pool.stop);
  const look = async () => (await pool.invoke({ do: 'look' })) as Record<string, never> & Looked;
  return { pool, events, clock, time, look };
}

interface Looked {
  readonly invocations: number;
  readonly pid: number;
  readonly environment: Record<string, string>;
  readonly context: Record<string, unknown>;
  readonly remainingMs: number;
  readonly now: [number, number, number];
  readonly isDate: boolean;
}

describe('an invocation', slow, () => {
  it('answers with what the handler returned, as its JSON reads', async () => {
    const { pool } = openPool();
    const withDate = { do: 'answer', with: { batchItemFailures: [] } };
    expect(await pool.invoke(withDate)).toEqual({ batchItemFailures: [] });
    expect(await pool.invoke({ do: 'nothing' })).toBeNull();
  });

  it('fails with what the handler threw, and the worker lives on', async () => {
    const { pool, look } = openPool();
    await expect(pool.invoke({ do: 'throw' })).rejects.toThrow('RangeError: out of range');
    expect(await look()).toMatchObject({ invocations: 2 });
  });

  it('gets Lambda’s context', async () => {
    const { look } = openPool();
    const { context, remainingMs } = await look();
    expect(context).toEqual({
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      functionName: 'emails-fn',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:emails-fn',
      memoryLimitInMB: '128',
      logGroupName: '/aws/lambda/emails-fn',
      logStreamName: expect.stringContaining('[$LATEST]'),
      callbackWaitsForEmptyEventLoop: true,
    });
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(3000);
  });

  it('sees its own environment and nothing of the parent’s', async () => {
    const { look } = openPool();
    const { environment } = await look();
    const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE, ...rest } = environment;
    expect(rest).toEqual({ ONLY: 'this' });
  });

  it('is told a time that has been moved on', async () => {
    const { time, look } = openPool();
    time.offsetMs = 3_600_000;
    const before = Date.now();
    const { now, isDate } = await look();
    expect(now[0] - before).toBeGreaterThanOrEqual(3_600_000);
    expect(now[0] - before).toBeLessThan(3_660_000);
    expect(now[1] - now[0]).toBeLessThan(1000);
    expect([now[2], isDate]).toEqual([Date.UTC(2026, 0, 31), true]);
  });
});

describe('worker processes', slow, () => {
  it('are started when wanted and reused while warm', async () => {
    const { pool, look, events } = openPool();
    expect(events).toEqual([]);
    const first = await look();
    expect(await look()).toMatchObject({ pid: first.pid, invocations: 2 });
    await Promise.all([pool.invoke({ do: 'look' }), pool.invoke({ do: 'look' })]);
    expect(events.map(({ event }) => event)).toEqual(['worker-started', 'worker-started']);
  });

  it('throttle what is more than the reserved concurrency', async () => {
    const { pool, events } = openPool({ reservedConcurrency: 1 });
    const [first, second] = await Promise.allSettled([pool.invoke({ do: 'nothing' }), pool.invoke({ do: 'nothing' })]);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ status: 'rejected', reason: { name: 'ThrottledError' } });
    expect(events.map(({ event }) => event)).toContain('throttled');
  });

  it.each([
    ['exits', { do: 'exit', code: 7 }, 'exit status 7'],
    ['is killed', { do: 'crash' }, 'SIGKILL'],
  ])('fail the invocation of one that %s, and the next gets a new one', async (_what, event, how) => {
    const { pool, look, events } = openPool();
    await expect(pool.invoke(event)).rejects.toThrow(how);
    expect(events).toContainEqual(expect.objectContaining({ event: 'worker-died', function: 'email.send', how }));
    expect(await look()).toMatchObject({ invocations: 1 });
  });

  it.each([
    ['leaves a rejection unhandled', 'reject', 128, 'Unhandled Promise Rejection: Error: nobody waits for me'],
    ['throws when nobody can catch it', 'throw-late', 129, 'Uncaught Exception: RangeError: too late'],
  ])(
    'end as Lambda’s do with a handler that %s, and show its stack without the source',
    async (_what, act, code, first) => {
      const { pool, events } = openPool();
      await expect(pool.invoke({ do: act })).rejects.toThrow(`exit status ${code}`);
      const lines = () => events.flatMap((event) => (event.event === 'line' ? [event.line] : []));
      await vi.waitFor(() => expect(lines().length).toBeGreaterThan(1));
      expect(lines()[0]).toBe(first);
      expect(
        lines()
          .slice(1)
          .filter((line) => !line.startsWith('    at ')),
      ).toEqual([]);
    },
  );

  it('hand over what they print, line by line', async () => {
    const { pool, events } = openPool();
    await pool.invoke({ do: 'print', line: '{"outcome":"completed"}' });
    await vi.waitFor(() =>
      expect(events).toContainEqual({ event: 'line', function: 'email.send', line: '{"outcome":"completed"}' }),
    );
  });

  it('fail every invocation of a bundle without its handler', async () => {
    const { pool } = openPool({ exportName: 'notAFunction' });
    await expect(pool.invoke({})).rejects.toThrow('exports no function notAFunction');
    await expect(pool.invoke({})).rejects.toThrow('exports no function notAFunction');
  });
});

describe('a run that outlasts the function’s timeout', slow, () => {
  it.each(['hang', 'spin'])('ends with its process: %s', async (what) => {
    const { pool, clock, events, look } = openPool();
    const first = await look();
    const failure = expect(pool.invoke({ do: what })).rejects.toThrow('Task timed out after 3.00 seconds');
    await vi.waitFor(() => {
      clock.advance(1);
      expect(events).toContainEqual(expect.objectContaining({ event: 'worker-died', pid: first.pid, how: 'SIGKILL' }));
    });
    await failure;
    expect(events).toContainEqual(expect.objectContaining({ event: 'timed-out', function: 'email.send', seconds: 3 }));
    expect((await look()).pid).not.toBe(first.pid);
  });
});

describe('a kill', slow, () => {
  it('ends a busy worker in the middle of its invocation', async () => {
    const { pool, events } = openPool();
    await pool.invoke({ do: 'nothing' });
    const failure = expect(pool.invoke({ do: 'hang' })).rejects.toThrow('SIGKILL');
    await vi.waitFor(() => expect(pool.kill()).toBe(true));
    await failure;
    expect(events.at(-1)).toMatchObject({ event: 'worker-died', how: 'SIGKILL' });
    expect(pool.kill()).toBe(false);
  });
});

describe('a stopped pool', slow, () => {
  it('leaves no process behind and starts none', async () => {
    const { pool, look } = openPool();
    const { pid } = await look();
    const failure = expect(pool.invoke({ do: 'spin' })).rejects.toThrow('SIGKILL');
    await pool.stop();
    await failure;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(pool.invoke({})).rejects.toThrow('email.send has been stopped');
  });
});
