import { MAX_MESSAGE_BYTES } from '../definition/wire-limits.ts';
import type { Delivery, MessageAttribute } from './delivery.ts';
import { messageBytes } from './message-bytes.ts';
import type { OutgoingMessage } from './queue.ts';

/** Message attribute that ties a parked or redriven copy to the death in its record. */
export const DEATH_ID = 'deathId';
/** Message attribute with the reason's code, for people who look at the queue. */
export const DEATH_REASON = 'deathReason';

/** Message attribute of a copy that had no room for the original's own: they stand beside the job's record. */
export const ATTRIBUTES_KEPT = 'attributesKept';

/** SQS allows ten attributes a message. */
const MOST_ATTRIBUTES = 10;

type Attributes = Readonly<Record<string, MessageAttribute>>;

export function deathIdOf(delivery: { readonly attributes: Attributes }): string | undefined {
  return delivery.attributes[DEATH_ID]?.stringValue;
}

/** The original's attributes, without the marks of an earlier death. */
export function originalAttributes(attributes: Attributes): Attributes {
  const { [DEATH_ID]: _id, [DEATH_REASON]: _reason, [ATTRIBUTES_KEPT]: _kept, ...original } = attributes;
  return original;
}

export function hasKeptAttributes(delivery: { readonly attributes: Attributes }): boolean {
  return delivery.attributes[ATTRIBUTES_KEPT] !== undefined;
}

/** What goes to the dead-letter queue: byte-equal, with the death's marks. */
export function deadLetterCopy(
  delivery: Delivery,
  death: { readonly deathId: string; readonly reason: string },
): OutgoingMessage {
  return marked(delivery, originalAttributes(delivery.attributes), {
    [DEATH_ID]: { dataType: 'String', stringValue: death.deathId },
    [DEATH_REASON]: { dataType: 'String', stringValue: death.reason },
  });
}

/** What goes back to the source queue: the original, with the death's id alone as a mark. */
export function redrivenCopy(delivery: Delivery, attributes: Attributes, deathId: string): OutgoingMessage {
  return marked(delivery, attributes, { [DEATH_ID]: { dataType: 'String', stringValue: deathId } });
}

function marked(delivery: Delivery, attributes: Attributes, marks: Attributes): OutgoingMessage {
  const all = { ...attributes, ...marks };
  const fits = Object.keys(all).length <= MOST_ATTRIBUTES && messageBytes(delivery.body, all) <= MAX_MESSAGE_BYTES;
  return {
    body: delivery.body,
    attributes: fits ? all : { ...marks, [ATTRIBUTES_KEPT]: { dataType: 'String', stringValue: 'record' } },
    groupId: delivery.groupId,
    traceHeader: delivery.traceHeader,
  };
}
