import { BasePersistenceLayer } from '@aws-lambda-powertools/idempotency/persistence';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTrialHost } from './trial-host.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** What `makeIdempotent` asks before it calls what it guards; nothing else asks it. */
const watchGuard = () => {
  const asked = vi.spyOn(BasePersistenceLayer.prototype, 'saveInProgress');
  return {
    asked,
    /** What it answers from the store. */
    answered: vi.spyOn(BasePersistenceLayer.prototype, 'processExistingRecord'),
    granted: () => asked.mock.settledResults.filter(({ type }) => type === 'fulfilled').length,
  };
};

describe('every run', () => {
  it('is made by makeIdempotent: first runs, retries, suspects and redriven ones', async () => {
    const guard = watchGuard();
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw-once' });
    await host.send({ parcelId: 'p-2', outcome: 'permanent' });
    await host.send({ parcelId: 'p-3', outcome: 'kill-host' });
    await host.workOff();
    await host.redrive();
    await host.workOff();
    expect(new Set(host.runs.map(({ id }) => id)).size).toBe(3);
    expect(host.runs.length).toBeGreaterThan(10);
    expect(guard.granted()).toBe(host.runs.length);
  });

  it('asks for its claim once, and a duplicate is answered without a run', async () => {
    const guard = watchGuard();
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.send({ parcelId: 'p-1' });
    await host.invoke(host.receive(1));
    await host.invoke(host.receive(1));
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
    expect(guard.asked).toHaveBeenCalledTimes(2);
    expect(guard.answered.mock.calls).toMatchObject([
      [
        { idempotencyKey: 'parcel.ship:p-1', status: 'COMPLETED', responseData: '{"shipped":"parcel.ship:p-1"}' },
        'parcel.ship:p-1',
      ],
    ]);
    expect(guard.granted()).toBe(1);
  });

  it('shows it no status but its own: a live claim, a death or an expiry is no stored result', async () => {
    const guard = watchGuard();
    const host = createTrialHost();
    const live = { fence: 'f', in_progress_expiration: host.clock.now() + 9_000, death_id: 'd' };
    for (const status of ['INPROGRESS', 'DEAD', 'EXPIRED'] as const) {
      await host.put({ id: `parcel.ship:${status}`, status, ...live, reason: 'attempts-spent' });
      await host.send({ parcelId: status });
    }
    await host.invoke();
    expect(host.outcomes.toSorted()).toEqual(['dead', 'expired', 'in-progress']);
    expect(guard.answered).not.toHaveBeenCalled();
  });
});

describe('a consumer', () => {
  it.each(['true', '1'])('refuses to start when its guard is switched off (%s)', (value) => {
    vi.stubEnv('POWERTOOLS_IDEMPOTENCY_DISABLED', value);
    expect(() => createTrialHost()).toThrow(
      'POWERTOOLS_IDEMPOTENCY_DISABLED is set: a consumer does not run without its guard; unset it',
    );
  });

  it('is not impressed by the name of its function', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'before-the-rename');
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'after-the-rename');
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
  });
});
