import { isPlainObject } from '../../definition/plain-object.ts';
import { isSignedBy } from './hmac.ts';
import type { Scheme } from './scheme.ts';

/** `t=<seconds>,v1=<hex>`, with one `v1` for each secret that is being rotated: https://docs.stripe.com/webhooks/signature */
export const stripeScheme: Scheme = {
  check({ bytes, headers }, { nowMs, toleranceSeconds }) {
    const fields = (headers['stripe-signature'] ?? '').split(',').map((field) => field.trim());
    const valuesOf = (name: string) =>
      fields.filter((field) => field.startsWith(name)).map((one) => one.slice(name.length));
    const [time = '', ...moreTimes] = valuesOf('t=');
    const signatures = valuesOf('v1=');
    // Of two times one would be checked, and the other be signed.
    if (!/^\d{1,12}$/.test(time) || moreTimes.length > 0 || signatures.length === 0) {
      return { kind: 'refused', because: 'missing' };
    }
    const ageSeconds = nowMs / 1000 - Number(time);
    if (ageSeconds > toleranceSeconds) return { kind: 'refused', because: 'too-old' };
    if (ageSeconds < -toleranceSeconds) return { kind: 'refused', because: 'from-the-future' };
    return { kind: 'signed', by: (secrets) => isSignedBy(secrets, [`${time}.`, bytes], signatures) };
  },

  identify(_request, body) {
    const { id, type } = isPlainObject(body) ? body : {};
    if (typeof id !== 'string' || id === '') return undefined;
    return { id, type: typeof type === 'string' ? type : '' };
  },
};
