import { describe, expect, it } from 'vitest';
import { upgradePayload } from '../../millrace/definition/upgrade-payload.ts';

const job = {
  version: 3,
  upgrades: [
    (payload: Record<string, unknown>) => ({ ...payload, locale: 'en' }),
    ({ user, ...payload }: Record<string, unknown>) => ({ ...payload, userId: user }),
  ],
};

describe('data of an older version', () => {
  it('goes through every step from its own version on', () => {
    expect(upgradePayload(job, { user: 'u-1' }, 1)).toEqual({ ok: true, data: { locale: 'en', userId: 'u-1' } });
    expect(upgradePayload(job, { user: 'u-1' }, 2)).toEqual({ ok: true, data: { userId: 'u-1' } });
    expect(upgradePayload(job, { userId: 'u-1' }, 3)).toEqual({ ok: true, data: { userId: 'u-1' } });
  });

  it('is never changed itself', () => {
    const data = { list: ['a'] };
    const change = (payload: Record<string, unknown>) => {
      (payload.list as string[]).push('b');
      return payload;
    };
    expect(upgradePayload({ version: 2, upgrades: [change] }, data, 1)).toEqual({
      ok: true,
      data: { list: ['a', 'b'] },
    });
    expect(data).toEqual({ list: ['a'] });
  });

  it('is refused where a step throws, without what it says', () => {
    const thrower = () => {
      throw new RangeError('zz-secret');
    };
    expect(upgradePayload({ version: 2, upgrades: [thrower] }, {}, 1)).toEqual({
      ok: false,
      issues: [{ path: '(payload)', message: 'the upgrade from version 1 to 2 threw RangeError' }],
    });
  });

  it.each([[undefined], [null], ['text'], [[]], [Promise.resolve({})], [new Map()]])(
    'is refused where a step returns %s',
    (returned) => {
      // A JavaScript file can return anything.
      const upgrade = () => returned as unknown as Record<string, unknown>;
      expect(upgradePayload({ version: 2, upgrades: [upgrade] }, {}, 1)).toEqual({
        ok: false,
        issues: [{ path: '(payload)', message: 'the upgrade from version 1 to 2 returned no plain object' }],
      });
    },
  );

  it('is refused where there is no step', () => {
    expect(upgradePayload({ version: 2, upgrades: [] }, {}, 1)).toMatchObject({ ok: false });
    expect(upgradePayload(job, {}, 0)).toMatchObject({ ok: false });
  });
});
