import { readEnvelope } from '../../../millrace/message/envelope.ts';
import { payloadHash } from '../../../millrace/record/payload-hash.ts';
import type { Ledger } from './ledger.ts';
import type { SentSeen } from './sent-seen.ts';
import type { SimPayload } from './sim-job.ts';

/** What an operator made of another message: one that was sent, from then on. */
export function editedMessage(ledger: Ledger, body: string): SentSeen | undefined {
  const read = readEnvelope(body);
  if (!read.ok) return undefined;
  const { id, version, data, expiresAt } = read.envelope;
  // An edit is checked like a producer's payload.
  const { does, weightGrams, route } = data as unknown as SimPayload;
  const seen: SentSeen = {
    ...{ body, jobId: id, version, validation: payloadHash(data), does, weightGrams, route },
    expires: expiresAt !== undefined,
    expiresAtMs: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    ...{ times: 1, accepted: false, edited: true, attributes: attributesOf(ledger, id) },
  };
  ledger.sent.set(body, seen);
  return seen;
}

/** Undefined where its messages have others: which of them was edited does not show. */
function attributesOf({ sent }: Ledger, id: string): readonly string[] | undefined {
  const all = [...sent.values()].filter(({ jobId }) => jobId === id).map(({ attributes }) => attributes);
  return new Set(all.map(String)).size === 1 ? all[0] : undefined;
}
