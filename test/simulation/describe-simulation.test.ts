import { describe, expect, it } from 'vitest';
import { describeReplay, describeSimulation, simulationInJson } from './describe-simulation.ts';

const violated = {
  ...{ runs: 100, seconds: 2.5, faults: { 'write:throttled': 7, redrive: 12 } },
  violations: [{ seed: 41, invariant: 'effects once', job: 'parcel.ship:p-1', saw: 'two effects' }],
};

describe('what a simulation came to', () => {
  it('names each violated seed, and the command that runs exactly that one again', () => {
    expect(describeSimulation(violated).split('\n')).toEqual([
      'seed 41 violates "effects once"',
      '  parcel.ship:p-1: two effects',
      '  again, with all that happened: npm run simulate -- --only 41',
      '100 schedules in 2.5 s: 1 violations',
      'faults injected',
      '  write:throttled              7  redrive                     12',
    ]);
  });

  it('is a line for each violation of one schedule, and their number, behind what happened in it', () => {
    const { violations } = violated;
    expect(describeReplay({ seed: 41, events: ['0.000 queue: sent'], violations })).toBe(
      [
        '0.000 queue: sent',
        'seed 41 violates "effects once"',
        '  parcel.ship:p-1: two effects',
        '  again, with all that happened: npm run simulate -- --only 41',
        'seed 41: 1 violations',
      ].join('\n'),
    );
  });

  it('is JSON lines for scripts: each violation, and in the end the counts', () => {
    expect(
      simulationInJson(violated)
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { seed: 41, invariant: 'effects once', job: 'parcel.ship:p-1', saw: 'two effects' },
      { runs: 100, seconds: 2.5, violations: 1, faults: { 'write:throttled': 7, redrive: 12 } },
    ]);
  });
});
