import { isDeepStrictEqual } from 'node:util';
import { failed } from './failed.ts';
import type { TwinAnswer, TwinCall } from './twin.ts';

/** Stripe's rule: the same key gets the same answer, and with another request it is refused. */
export function createAnswerMemory() {
  const answers = new Map<string, { call: TwinCall; answer: TwinAnswer }>();
  return {
    answer(call: TwinCall, answer: (call: TwinCall) => TwinAnswer): TwinAnswer {
      if (call.idempotencyKey === undefined) return answer(call);
      const known = answers.get(call.idempotencyKey);
      if (known !== undefined) {
        return isDeepStrictEqual(known.call, call) ? known.answer : failed(400, 'idempotency_error');
      }
      const fresh = answer(call);
      if (fresh.status < 400 || fresh.status === 402) answers.set(call.idempotencyKey, { call, answer: fresh });
      return fresh;
    },
  };
}
