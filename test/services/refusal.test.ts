import { describe, expect, it } from 'vitest';
import { refusal } from '../../services/refusal.ts';

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

describe('an answer that is no success', () => {
  it.each([400, 402, 404, 405, 410, 413, 422])('of %i is for good', (status) => {
    expect(refusal('MAIL', answer(status), '')).toMatchObject({
      name: 'PermanentError',
      message: `MAIL: answered ${status}`,
    });
  });

  it.each([401, 403, 408, 409, 425, 429, 500, 502, 503, 504])('of %i may pass', (status) => {
    expect(refusal('MAIL', answer(status), '')).toMatchObject({
      name: 'ServiceCallError',
      service: 'MAIL',
      message: `MAIL: answered ${status}`,
    });
  });

  it.each([429, 503])('of %i that says when to come back is obeyed', (status) => {
    expect(refusal('MAIL', answer(status, { 'retry-after': '40' }), '')).toMatchObject({
      name: 'RetryLaterError',
      seconds: 40,
      message: `MAIL: answered ${status}, come back in 40 s`,
    });
  });

  it('of 400 is for good whatever it says about coming back', () => {
    expect(refusal('MAIL', answer(400, { 'retry-after': '40' }), '').name).toBe('PermanentError');
  });

  it.each([
    ['a code', '{"error":{"code":"card_declined","message":"the card of ann@example.com"}}', 'card_declined'],
    ['only a type', '{"error":{"type":"idempotency_error"}}', 'idempotency_error'],
    ['a bare word', 'no_service', 'no_service'],
  ])('with %s in it is named by that', (_title, text, code) => {
    expect(refusal('MAIL', answer(400), text).message).toBe(`MAIL: answered 400 ${code}`);
  });

  it.each(['{"error":{"code":"ann@example.com"}}', 'the card of ann@example.com', '<html>', '', '{"error":"x y"}'])(
    'of words, as in %s, is named by its status alone',
    (text) => {
      expect(refusal('MAIL', answer(400), text).message).toBe('MAIL: answered 400');
    },
  );
});
