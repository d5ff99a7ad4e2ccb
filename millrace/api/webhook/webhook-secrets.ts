import type { Clock } from '../../message/clock.ts';

export type SecretVersion = 'AWSCURRENT' | 'AWSPREVIOUS';

/** The text of a version of a secret; undefined where there is none, as before a first rotation. @throws without an answer. */
export type ReadSecret = (version: SecretVersion) => Promise<string | undefined>;

/** What a webhook's provider may sign with just now. */
export interface WebhookSecrets {
  /** The current one and the one before it, so that both are valid while they are exchanged. @throws where they can't be read. */
  valid(): Promise<readonly string[]>;
  /** The same, looked at anew where that was not done within a minute: undefined where it was. */
  lookedAtAgain(): Promise<readonly string[] | undefined>;
}

const KEPT_MS = 5 * 60_000;
/** However many wrong signatures come, so often a secret is read, and so soon a rotation is seen. */
const AGAIN_AFTER_MS = 60_000;
/** While it can't be read, requests are turned away without asking anew. */
const FAILURE_KEPT_MS = 5_000;

/** A secret that is read when it is asked for, at most so often as the limits above say. */
export function createWebhookSecrets(read: ReadSecret, clock: Clock): WebhookSecrets {
  let kept: { readonly atMs: number; readonly secrets: readonly string[] } | undefined;
  let failed: { readonly atMs: number; readonly error: unknown } | undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<readonly string[]> => {
    lookedAtMs = clock.now();
    try {
      kept = { atMs: lookedAtMs, secrets: await readBoth(read) };
      failed = undefined;
      return kept.secrets;
    } catch (error) {
      failed = { atMs: clock.now(), error };
      throw error;
    }
  };
  return {
    valid: async () => {
      const nowMs = clock.now();
      if (kept !== undefined && nowMs - kept.atMs < KEPT_MS) return kept.secrets;
      if (failed !== undefined && nowMs - failed.atMs < FAILURE_KEPT_MS) throw failed.error;
      return await look();
    },
    lookedAtAgain: async () => (clock.now() - lookedAtMs < AGAIN_AFTER_MS ? undefined : await look()),
  };
}

async function readBoth(read: ReadSecret): Promise<readonly string[]> {
  const [current, previous] = await Promise.all([read('AWSCURRENT'), read('AWSPREVIOUS')]);
  if (!current) throw new Error('the signing secret has no current version, or an empty one');
  return previous ? [current, previous] : [current];
}
