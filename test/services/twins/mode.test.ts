import { describe, expect, it } from 'vitest';
import { createModeSwitch, type ModeInput, modeSchema } from '../../../services/twins/mode.ts';

const about = (id: string, body: unknown = undefined) => ({
  method: 'POST',
  path: '/v1/messages',
  query: {},
  body,
  idempotencyKey: id,
});

function answers(mode: ModeInput, ids: readonly string[]): string[] {
  const modes = createModeSwitch();
  modes.set(modeSchema.parse(mode));
  return ids.map((id) => modes.next(about(id)));
}

describe('a twin', () => {
  it('that is flaky fails every other call, from the first', () => {
    expect(answers({ mode: 'flaky' }, ['a', 'b', 'c', 'd'])).toEqual(['flaky', 'ok', 'flaky', 'ok']);
  });

  it.each(['flaky', 'down', 'throttled', 'lost-answer', 'slow'] as const)(
    'that is %s for the next two calls is well again for the third',
    (mode) => {
      expect(answers({ mode, failNext: 2 }, ['a', 'b', 'c'])).toEqual([mode, mode, 'ok']);
    },
  );

  it('that is down stays down', () => {
    expect(answers({ mode: 'down' }, ['a', 'b', 'c'])).toEqual(['down', 'down', 'down']);
  });

  it('misbehaves for one id only, and counts only the calls about it', () => {
    const calls = ['email.send:d-1', 'email.send:d-10', 'email.send:x-d-1', 'email.send:d-1', 'email.send:d-1'];
    expect(answers({ mode: 'flaky', forKey: 'd-1' }, calls)).toEqual(['flaky', 'ok', 'ok', 'ok', 'flaky']);
    expect(answers({ mode: 'down', forKey: 'email.send:d-1' }, calls)).toEqual(['down', 'ok', 'ok', 'down', 'down']);
  });

  it('finds the id in the body too', () => {
    const modes = createModeSwitch();
    modes.set(modeSchema.parse({ mode: 'down', forKey: 'in-1' }));
    expect(modes.next(about('k', { 'metadata[invoice_id]': 'in-1' }))).toBe('down');
    expect(modes.next(about('k', { 'metadata[invoice_id]': 'in-2' }))).toBe('ok');
  });
});
