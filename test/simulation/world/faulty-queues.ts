import type { EntryFailure, OutgoingMessage, Queues } from '../../../millrace/message/queue.ts';
import type { SimWorld } from './create-world.ts';
import { editedMessage } from './edited-message.ts';
import type { Host } from './host.ts';
import type { RedriveSeen } from './redrive-seen.ts';

/** SQS as one process reaches it: anything may go wrong with a call. */
export function faultyQueues(world: SimWorld, host: Host): Queues {
  const { queues, request, dead, draw, ledger } = world;
  const nameOf = (url: string) => (url === dead.url ? 'the dead-letter queue' : 'the queue');
  /** A part of the entries reaches the queue; the others are refused, at their places. */
  const partly = async <Entry>(
    entries: readonly Entry[],
    perform: (part: readonly Entry[]) => Promise<readonly EntryFailure[]>,
  ): Promise<readonly EntryFailure[]> => {
    const refused = new Set(entries.filter(() => draw.chance(0.5)));
    if (refused.size === 0) refused.add(draw.pick(entries));
    const part = entries.filter((entry) => !refused.has(entry));
    const failures = part.length > 0 ? await perform(part) : [];
    const known = new Map(failures.map(({ index, ...failure }) => [part[index], failure]));
    return entries.flatMap((entry, index) => {
      if (refused.has(entry)) return [{ index, code: 'InternalError', senderFault: false }];
      const failure = known.get(entry);
      return failure ? [{ index, ...failure }] : [];
    });
  };
  const send = async (url: string, messages: readonly OutgoingMessage[], told: Told) => {
    const failures = await queues.send(url, messages);
    const failed = new Set(failures.map(({ index }) => index));
    for (const [index, message] of messages.entries())
      if (!failed.has(index)) seeSent(world, host, { url, message, told });
    return failures;
  };
  /** A fault of the sending may leave a double. */
  const sending = (url: string, messages: readonly OutgoingMessage[]) => {
    const hitsBefore = host.hits;
    const { reads, receivedAtMs = 0 } = ledger.redrives.get(host.name) ?? {};
    const told = { reads: new Map(reads), receivedAtMs };
    const sent = request(
      host,
      { kind: 'send', says: `sends ${messages.length} to ${nameOf(url)}` },
      () => send(url, messages, told),
      () => partly(messages, (part) => send(url, part, told)),
    );
    if (host.hits > hitsBefore) for (const { body } of messages) ledger.touch(body);
    return sent;
  };
  return {
    url: (name) => queues.url(name),
    arn: (url) => queues.arn(url),
    depth: (url) => request(host, { kind: 'read', says: `counts ${nameOf(url)}` }, () => queues.depth(url)),
    receive: (url, options) =>
      request(host, { kind: 'receive', says: `receives from ${nameOf(url)}` }, () => queues.receive(url, options)),
    send: sending,
    hide: (url, hides, signal) => {
      for (const { receiptHandle } of hides) {
        const delivery = `${host.name} ${receiptHandle}`;
        ledger.hides.set(delivery, (ledger.hides.get(delivery) ?? 0) + 1);
      }
      const hidden = request(
        host,
        { kind: 'hide', says: `hides ${hides.map(({ seconds }) => `${seconds} s`).join(', ')}` },
        () => queues.hide(url, hides),
        () => partly(hides, (part) => queues.hide(url, part)),
      );
      return orAborted(signal, hidden);
    },
    delete: (url, handles) =>
      request(
        host,
        { kind: 'delete', says: `deletes ${handles.length} from ${nameOf(url)}` },
        () => queues.delete(url, handles),
        () => partly(handles, (part) => queues.delete(url, part)),
      ),
  };
}

/** What a redrive knew when it sent a copy, which may arrive later. */
type Told = Pick<RedriveSeen, 'reads' | 'receivedAtMs'>;

interface Sent {
  readonly url: string;
  readonly message: OutgoingMessage;
  readonly told: Told;
}

function seeSent(world: SimWorld, host: Host, { url, message, told }: Sent): void {
  const { body, attributes } = message;
  const { dead, ledger, invariants, record, scheduler, table } = world;
  const isDead = url === dead.url;
  const deathId = attributes?.deathId?.stringValue;
  if (isDead) ledger.parked.set(body, (ledger.parked.get(body) ?? 0) + 1);
  else if (deathId !== undefined) ledger.redrivenDeaths.add(deathId);
  const isEdited = attributes?.payloadEdited !== undefined;
  const sent = ledger.sent.get(body) ?? (isEdited ? editedMessage(ledger, body) : undefined);
  // It was sent, and nobody could mark it so.
  if (host.name === 'sweeper' && sent?.place !== undefined) ledger.touch(body);
  if (sent && !isDead) sent.place ??= ledger.places();
  if (deathId === undefined) return;
  const redrive = ledger.redrives.get(host.name);
  if (redrive && !isDead) {
    redrive.copies += 1;
    redrive.sent.add(deathId).add(sent?.jobId ?? deathId);
  }
  if (isEdited && !isDead) ledger.redrivenEdits.set(body, (ledger.redrivenEdits.get(body) ?? new Set()).add(deathId));
  invariants.onCopy({
    ...{ to: isDead ? 'the dead-letter queue' : 'the queue', atMs: scheduler.now(), deathId, body, sent },
    ...{ sender: host.name, record: record(sent?.jobId), reason: attributes?.deathReason?.stringValue },
    ...{ isEdited, redrive, told: told.reads.get(sent?.jobId ?? '') },
    receivedAtMs: told.receivedAtMs,
    ...{ message, kept: table.messages.get(attributes?.attributesKept?.stringValue ?? '') },
  });
}

/** A request that was given up may arrive all the same: nobody hears of it. */
function orAborted<Value>(signal: AbortSignal | undefined, answer: Promise<Value>): Promise<Value> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
    answer.then(resolve, reject);
  });
}
