import type { Message } from '@aws-sdk/client-sqs';
import { pause } from '../../message/pause.ts';
import { createSlots } from '../../message/slots.ts';
import type { EventSourceOptions } from './event-source-options.ts';
import { gatherBatch } from './gather-batch.ts';
import { runBatch } from './run-batch.ts';
import { splitByPayload } from './split-by-payload.ts';

export interface EventSource {
  /** Polls no more at once; resolves when the batches in flight have ended. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_ERROR_MS = 1000;

/** Starts an event source mapping: it polls the queue only while a batch could run at once, so no receive is wasted. */
export function createEventSource(options: EventSourceOptions): EventSource {
  const { settings, queue, clock } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const slots = createSlots(settings.maximumConcurrency);
  const running = new Set<Promise<void>>();

  const start = (batch: readonly Message[]) => {
    const run = runBatch(batch, options, signal).finally(() => {
      running.delete(run);
      slots.free();
    });
    running.add(run);
  };
  const startAll = async (messages: readonly Message[]) => {
    const [first, ...others] = splitByPayload(messages);
    if (first) start(first);
    else slots.free();
    for (const batch of others) if (await slots.take(signal)) start(batch);
  };
  const poll = async () => {
    let reachable = true;
    while (await slots.take(signal)) {
      try {
        const messages = await gatherBatch(queue, settings, clock, signal);
        reachable = true;
        await startAll(messages);
      } catch (error) {
        slots.free();
        if (signal.aborted) return;
        if (reachable) options.reportUnreachable?.(error);
        reachable = false;
        await pause(clock, PAUSE_AFTER_ERROR_MS, signal);
      }
    }
  };

  const polling = settings.enabled ? poll() : Promise.resolve();
  return {
    stop: async () => {
      stopping.abort();
      await polling;
      await Promise.all(running);
    },
  };
}
