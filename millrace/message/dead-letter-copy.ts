import { createHash } from 'node:crypto';
import { MAX_MESSAGE_BYTES } from '../definition/wire-limits.ts';
import type { Delivery, MessageAttribute } from './delivery.ts';
import { messageBytes } from './message-bytes.ts';
import type { OutgoingMessage } from './queue.ts';

/** Message attribute that ties a parked or redriven copy to the death in its record. */
const DEATH_ID = 'deathId';
/** Message attribute with the reason's code, for people who look at the queue. */
export const DEATH_REASON = 'deathReason';

/** Message attribute of a copy that had no room for the original's own: the key of the message item that keeps them. */
const ATTRIBUTES_KEPT = 'attributesKept';

/** Message attribute of a copy whose payload an operator changed; it stays on every further copy. */
const EDITED = 'payloadEdited';

/** SQS allows ten attributes a message. */
const MOST_ATTRIBUTES = 10;

type Attributes = Readonly<Record<string, MessageAttribute>>;

export function deathIdOf(delivery: { readonly attributes: Attributes }): string | undefined {
  return delivery.attributes[DEATH_ID]?.stringValue;
}

export function isEdited(delivery: { readonly attributes: Attributes }): boolean {
  return delivery.attributes[EDITED] !== undefined;
}

/** The same message with another body, marked as edited. */
export function edited(delivery: Delivery, body: string): Delivery {
  return { ...delivery, body, attributes: { ...delivery.attributes, [EDITED]: text('true') } };
}

/** The original's attributes, without the marks of an earlier death. */
export function originalAttributes(attributes: Attributes): Attributes {
  const { [DEATH_ID]: _id, [DEATH_REASON]: _reason, [ATTRIBUTES_KEPT]: _kept, ...rest } = attributes;
  const { [EDITED]: _edited, ...original } = rest;
  return original;
}

/** The key of the message item with the attributes that this copy had no room for. */
export function attributesKeptIn({
  attributes = {},
}: {
  readonly attributes?: Attributes | undefined;
}): string | undefined {
  return attributes[ATTRIBUTES_KEPT]?.stringValue;
}

/** Which death a copy goes under, and where that death keeps its message. */
export interface DeathOfCopy {
  readonly deathId: string;
  readonly messageKey: string;
  /** The queues are FIFO queues. A group alone is no sign of that: fair queues have them, too. */
  readonly ordered: boolean;
}

/** What goes to the dead-letter queue: byte-equal, with the death's marks. */
export function deadLetterCopy(delivery: Delivery, death: DeathOfCopy & { readonly reason: string }): OutgoingMessage {
  const attributes = attributesKeptIn(delivery) === undefined ? originalAttributes(delivery.attributes) : undefined;
  return marked(delivery, attributes, death, { [DEATH_REASON]: text(death.reason) });
}

/** What goes back to the source queue: the original, with the death's id alone as a mark. */
export function redrivenCopy(delivery: Delivery, attributes: Attributes, death: DeathOfCopy): OutgoingMessage {
  return marked(delivery, attributes, death, {});
}

/** `attributes` are undefined where an earlier copy left them behind. */
function marked(
  delivery: Delivery,
  attributes: Attributes | undefined,
  { deathId, messageKey, ordered }: DeathOfCopy,
  more: Attributes,
): OutgoingMessage {
  const { body, groupId, traceHeader, messageId } = delivery;
  const marks = { [DEATH_ID]: text(deathId), ...(isEdited(delivery) ? { [EDITED]: text('true') } : {}), ...more };
  const all = attributes && { ...attributes, ...marks };
  const fits = all && Object.keys(all).length <= MOST_ATTRIBUTES && messageBytes(body, all) <= MAX_MESSAGE_BYTES;
  return {
    body,
    attributes: fits ? all : { ...marks, [ATTRIBUTES_KEPT]: text(messageKey) },
    groupId,
    traceHeader,
    ...(ordered ? { deduplicationId: deduplicationId(deathId, messageId, body) } : {}),
  };
}

/**
 * Of the death and the very message that is copied: one sent again for want of an answer is one. The death alone would
 * not do: what dies again under its death within five minutes would be swallowed, and be lost.
 */
function deduplicationId(...parts: readonly [deathId: string, messageId: string, body: string]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function text(stringValue: string): MessageAttribute {
  return { dataType: 'String', stringValue };
}
