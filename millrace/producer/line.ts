import { within } from '../message/within.ts';
import type { GaugePorts } from './gauge.ts';
import { createNoPeers, type Peers } from './peers.ts';

/** Those who were refused by one queue, each with the instant at which its own place is free. */
export interface Line {
  /** Somebody was told to come back later than now. */
  isWaiting(): boolean;
  /** True where this job was told to come back by now. */
  isDue(jobId: string): Promise<boolean>;
  /** Tells a job how many seconds to wait: whole ones, as HTTP's Retry-After has them. One that comes too early keeps its place. */
  join(jobId: string, free: FreePlaces): Promise<number>;
}

export interface FreePlaces {
  /** From now on until there is the first. */
  readonly fromSeconds: number;
  readonly perSecond: number;
}

/** No wait that a client is told is longer: by then the drain rate has changed. */
const LONGEST_WAIT_SECONDS = 3_600;
/** Long enough to hold a place at least where one is free each second, or each minute. */
const SLOT_SECONDS = { fast: 5, slow: 60 } as const;
/** A process that comes late to a long line finds its end step by step; after so many it is content with where it is. */
const MOST_STEPS = 10;
/** Whoever is refused does not wait longer for an answer about a shared line. */
const ANSWER_WITHIN_MS = 1_000;
/** A wait is told in whole seconds. */
const EARLY_MS = 1_000;

export function createLine(queueName: string, { clock, peers, unanswered }: GaugePorts): Line {
  const own = createNoPeers();
  let endsAtMs = 0;
  const shared = async <Value>(ask: (of: Peers) => Promise<Value>): Promise<Value> => {
    try {
      return await within(clock, ANSWER_WITHIN_MS, ask(peers));
    } catch (error) {
      unanswered(queueName, error);
      // By this process's own count, which is better than none.
      return ask(own);
    }
  };
  const take = (seconds: number, number: number) => shared((of) => of.take(queueName, { seconds, number }));
  const nextPlaceMs = async ({ fromSeconds, perSecond }: FreePlaces, nowMs: number) => {
    const seconds = perSecond >= 1 ? SLOT_SECONDS.fast : SLOT_SECONDS.slow;
    const room = Math.max(1, Math.floor(perSecond * seconds));
    const firstMs = nowMs + (fromSeconds + 1 / perSecond) * 1000;
    let number = Math.floor(Math.max(firstMs, endsAtMs) / 1000 / seconds);
    let taken = await take(seconds, number);
    for (let steps = 1; taken > room && steps < MOST_STEPS; steps += 1) {
      // Who found a slot full went on to the next: so many more are full at least.
      number += Math.max(1, Math.floor((taken - room) / room));
      taken = await take(seconds, number);
    }
    return Math.max(firstMs, (number + Math.min(1, taken / room)) * seconds * 1000);
  };
  return {
    isWaiting: () => endsAtMs > clock.now(),
    isDue: async (jobId) =>
      ((await shared((of) => of.find(jobId))) ?? Number.POSITIVE_INFINITY) <= clock.now() + EARLY_MS,
    async join(jobId, free) {
      const nowMs = clock.now();
      const kept = await shared((of) => of.find(jobId));
      const longestMs = nowMs + LONGEST_WAIT_SECONDS * 1000;
      const hasPlace = kept !== undefined && kept > nowMs;
      const placeMs = hasPlace ? kept : Math.min(longestMs, Math.max(nowMs + 1_000, await nextPlaceMs(free, nowMs)));
      if (!hasPlace) await shared((of) => of.keep(jobId, placeMs));
      endsAtMs = Math.max(endsAtMs, placeMs);
      return Math.ceil((placeMs - nowMs) / 1000);
    },
  };
}
