import { describe, expect, it } from 'vitest';
import { createShiftedClock } from '../../millrace/local/shifted-clock.ts';

describe('a shifted clock', () => {
  it('tells real time plus what it was moved on by', () => {
    const clock = createShiftedClock();
    const before = clock.now() - Date.now();
    clock.advance(3600);
    const shiftMs = clock.now() - Date.now() - before;
    expect(Math.abs(shiftMs - 3_600_000)).toBeLessThan(50);
  });

  it('calls back by itself when real time gets there', async () => {
    const clock = createShiftedClock();
    clock.advance(60);
    await expect(new Promise((resolve) => clock.after(1, () => resolve('called')))).resolves.toBe('called');
  });

  it('calls back early what falls due while it is moved, in order and at its time', () => {
    const clock = createShiftedClock();
    const startedAt = clock.now();
    const called: string[] = [];
    const call = (name: string) => () => {
      called.push(`${name} after ${Math.round((clock.now() - startedAt) / 1000)} s`);
    };
    clock.after(20_000, call('second'));
    clock.after(10_000, () => {
      call('first')();
      clock.after(15_000, call('third'));
    });
    const cancel = clock.after(90_000, call('never'));
    clock.advance(30);
    cancel();
    clock.advance(100);
    expect(called).toEqual(['first after 10 s', 'second after 20 s', 'third after 25 s']);
  });

  it('waits longer than a timer of Node’s can', async () => {
    const clock = createShiftedClock();
    let called = false;
    clock.after(60 * 24 * 3600 * 1000, () => {
      called = true;
    });
    await new Promise<void>((resolve) => clock.after(5, resolve));
    clock.advance(59 * 24 * 3600);
    expect(called).toBe(false);
    clock.advance(24 * 3600);
    expect(called).toBe(true);
  });
});
