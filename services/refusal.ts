import { PermanentError, RetryLaterError } from 'millrace';
import * as z from 'zod';
import type { ServiceName } from './environment.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { ServiceCallError } from './service-call-error.ts';

/**
 * Statuses below 500 that may pass: our own key being changed (401, 403), a timeout, a call under the same idempotency
 * key still running (409), too early, too many.
 */
const passing = new Set([401, 403, 408, 409, 425, 429]);

/** A machine's word for what is wrong; a provider's sentence may repeat what we sent and is never kept. */
const code = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
const coded = z.object({ error: z.object({ code: code.optional(), type: code.optional() }) });

/** The error that says what an unsuccessful answer means for the job. */
export function refusal(service: ServiceName, response: Response, text: string): Error {
  const what = `answered ${[response.status, codeIn(text)].filter(Boolean).join(' ')}`;
  const seconds = retryAfterSeconds(response.headers);
  if (response.status < 500 && !passing.has(response.status)) return new PermanentError(`${service}: ${what}`);
  if (seconds !== undefined) return new RetryLaterError(`${service}: ${what}, come back in ${seconds} s`, seconds);
  return new ServiceCallError(service, what);
}

/** Stripe answers JSON with a code, or only a type, in it; Slack the bare code. */
function codeIn(text: string): string | undefined {
  try {
    const error = coded.safeParse(JSON.parse(text)).data?.error;
    return error?.code ?? error?.type;
  } catch {
    return code.safeParse(text).data;
  }
}
