import { describe, expect, it, vi } from 'vitest';
import { ThrottledError } from '../../../millrace/local/event-source/throttled-error.ts';
import { message, openFakeEventSource } from './fake-source.ts';

const ids = (event: { Records: { messageId: string }[] }) => event.Records.map(({ messageId }) => messageId);
const many = (count: number) => Array.from({ length: count }, (_, index) => message(`m${index + 1}`));

describe('an event source at its concurrency', () => {
  it('receives nothing more until a batch has ended', async () => {
    const running: (() => void)[] = [];
    const invoke = () => new Promise<void>((resolve) => running.push(resolve));
    const { source, queue } = openFakeEventSource(invoke, { batchSize: 1, maximumConcurrency: 2 });
    queue.arrive(...many(3));
    await vi.waitFor(() => expect(running).toHaveLength(2));
    expect(queue.receives).toHaveLength(2);
    running[0]?.();
    await vi.waitFor(() => expect(running).toHaveLength(3));
    for (const end of running) end();
    await source.stop();
    expect(queue.deleted).toEqual(['m1', 'm2', 'm3']);
  });
});

describe('a batch', () => {
  it('is one receive, one invocation and one delete for ten messages', async () => {
    const batches: string[][] = [];
    const { source, queue, reports } = openFakeEventSource(async (event) => void batches.push(ids(event)));
    queue.arrive(...many(10));
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    await source.stop();
    expect(batches).toHaveLength(1);
    expect(queue.deleteBatches).toHaveLength(1);
    expect(queue.receives[0]).toEqual({ atMost: 10, waitSeconds: 20 });
  });

  it('never asks for more than its batch size', async () => {
    const batches: string[][] = [];
    const invoke = async (event: Parameters<typeof ids>[0]) => void batches.push(ids(event));
    const { source, queue, reports } = openFakeEventSource(invoke, { batchSize: 2 });
    queue.arrive(...many(3));
    await vi.waitFor(() => expect(reports).toHaveLength(2));
    await source.stop();
    expect(batches).toEqual([['m1', 'm2'], ['m3']]);
  });

  it('fills over several receives while its window lasts, and is deleted ten at a time', async () => {
    const batches: string[][] = [];
    const invoke = async (event: Parameters<typeof ids>[0]) => void batches.push(ids(event));
    const { source, queue, reports } = openFakeEventSource(invoke, { batchSize: 25, windowSeconds: 5 });
    queue.arrive(...many(20));
    await vi.waitFor(() => expect(queue.receives).toHaveLength(3));
    expect(queue.receives.at(-1)).toEqual({ atMost: 5, waitSeconds: 5 });
    queue.arrive(...many(25).slice(20));
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    await source.stop();
    expect(batches.map((batch) => batch.length)).toEqual([25]);
    expect(queue.deleteBatches.map((batch) => batch.length)).toEqual([10, 10, 5]);
  });

  it('goes out unfilled once its window has passed', async () => {
    const { source, queue, clock, reports } = openFakeEventSource(async () => null, { windowSeconds: 5 });
    queue.arrive(message('m1'));
    await vi.waitFor(() => expect(queue.receives).toHaveLength(2));
    clock.advance(5);
    queue.arrive(message('m2'));
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    await source.stop();
    expect(queue.deleted).toEqual(['m1', 'm2']);
  });

  it('is cut where its event would pass the 6 MiB that Lambda takes', async () => {
    const batches: string[][] = [];
    const { source, queue, reports } = openFakeEventSource(async (event) => void batches.push(ids(event)));
    queue.arrive(...Array.from({ length: 10 }, (_, index) => message(`m${index}`, 'x'.repeat(1024 * 1024))));
    await vi.waitFor(() => expect(reports).toHaveLength(2));
    await source.stop();
    expect(batches.map((batch) => batch.length)).toEqual([5, 5]);
  });
});

describe('a throttled batch', () => {
  it('is tried again until its visibility timeout, then stays for another receive', async () => {
    let tries = 0;
    const invoke = async () => {
      tries += 1;
      throw new ThrottledError('Rate Exceeded.');
    };
    const { source, queue, clock, reports } = openFakeEventSource(invoke, { visibilitySeconds: 3 });
    queue.arrive(message('m1'));
    await vi.waitFor(() => expect(tries).toBe(1));
    for (const expected of [2, 3]) {
      await vi.waitFor(() => {
        if (tries < expected) clock.advance(1);
        expect(tries).toBe(expected);
      });
    }
    await vi.waitFor(() => expect(reports).toMatchObject([{ kept: 1, because: 'Rate Exceeded.' }]));
    expect(queue.deleted).toEqual([]);
    await source.stop();
  });

  it('runs once an environment is free', async () => {
    let tries = 0;
    const invoke = async () => {
      tries += 1;
      if (tries === 1) throw new ThrottledError('Rate Exceeded.');
    };
    const { source, queue, clock, reports } = openFakeEventSource(invoke);
    queue.arrive(message('m1'));
    await vi.waitFor(() => expect(tries).toBe(1));
    await vi.waitFor(() => {
      if (tries < 2) clock.advance(1);
      expect(reports).toMatchObject([{ deleted: 1 }]);
    });
    await source.stop();
  });
});

describe('an event source that stops', () => {
  it('gives up its long poll at once', async () => {
    const { source, queue } = openFakeEventSource(async () => null);
    await vi.waitFor(() => expect(queue.receives).toHaveLength(1));
    await source.stop();
    queue.arrive(message('m1'));
    expect(queue.receives).toHaveLength(1);
  });

  it('never polls where the mapping is disabled', async () => {
    const { source, queue } = openFakeEventSource(async () => null, { enabled: false });
    queue.arrive(message('m1'));
    await source.stop();
    expect(queue.receives).toEqual([]);
  });
});

describe('a queue that does not answer', () => {
  it('is asked again each second and told of once', async () => {
    const { source, queue, clock, unreachable, reports } = openFakeEventSource(async () => null);
    await vi.waitFor(() => expect(queue.receives).toHaveLength(1));
    const works = queue.receive;
    let failures = 0;
    queue.receive = async (...request) => {
      failures += 1;
      if (failures <= 2) throw new Error('connect ECONNREFUSED');
      return await works(...request);
    };
    queue.arrive(message('m1'));
    await vi.waitFor(() => expect(failures).toBe(1));
    await vi.waitFor(() => {
      if (failures < 3) clock.advance(1);
      expect(failures).toBe(3);
    });
    queue.arrive(message('m2'));
    await vi.waitFor(() => expect(reports).toHaveLength(2));
    expect(unreachable).toHaveLength(1);
    await source.stop();
  });
});
