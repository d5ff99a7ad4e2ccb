import type { WebhookDefinition } from '../../definition/webhook-definition.ts';
import type { Scheme, Unsigned } from './scheme.ts';
import type { SignedRequest } from './signed-request.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly because: Unsigned | 'wrong' };

interface Facts {
  readonly secrets: WebhookSecrets;
  readonly nowMs: number;
}

/** Whether a request is the provider's own, and of now. @throws where the secret can't be read. */
export async function verifyRequest(
  { toleranceSeconds }: Pick<WebhookDefinition, 'toleranceSeconds'>,
  scheme: Scheme,
  request: SignedRequest,
  { secrets, nowMs }: Facts,
): Promise<Verdict> {
  const signature = scheme.check(request, { nowMs, toleranceSeconds });
  if (signature.kind === 'refused') return { ok: false, because: signature.because };
  if (signature.by(await secrets.valid())) return { ok: true };
  // It may be signed with a secret that is newer than what was read.
  const newer = await secrets.lookedAtAgain();
  return newer !== undefined && signature.by(newer) ? { ok: true } : { ok: false, because: 'wrong' };
}
