import type { SignedRequest } from './signed-request.ts';

/** What can be said of a signature before its secret is looked at. */
export type Unsigned = 'missing' | 'too-old' | 'from-the-future';

/** A signature that is there and in time: whether it is right depends on the secrets. */
export type SignatureCheck =
  | { readonly kind: 'refused'; readonly because: Unsigned }
  | { readonly kind: 'signed'; readonly by: (secrets: readonly string[]) => boolean };

/** How a provider signs, and what names an event within what it signed. */
export interface Scheme {
  check(request: SignedRequest, time: { readonly nowMs: number; readonly toleranceSeconds: number }): SignatureCheck;
  /** Undefined where it is nowhere to be found. */
  identify(request: SignedRequest, body: unknown): { readonly id: string; readonly type: string } | undefined;
}
