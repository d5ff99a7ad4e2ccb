import { modeSchema } from './mode.ts';
import type { OpenTwin } from './open-twin.ts';
import type { TwinAnswer } from './twin.ts';

/** What the twins' own address answers: who they are, how each behaves, and how to change that. */
export function twinIndex(twins: ReadonlyMap<string, OpenTwin>): TwinAnswer {
  const index = {
    twins: Object.fromEntries([...twins].map(([name, { modes }]) => [name, modes.current().mode])),
    modes: modeSchema.shape.mode.options,
    options: Object.keys(modeSchema.shape).filter((name) => name !== 'mode'),
    routes: {
      'GET /<twin>/_twin/mode': 'how it behaves',
      'PUT /<twin>/_twin/mode': { mode: 'flaky', failNext: 2 },
      'GET /<twin>/_twin/ledger': 'what really happened to it',
      'DELETE /<twin>/_twin/ledger': 'begins anew',
    },
  };
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: `${JSON.stringify(index, null, 2)}\n` };
}
