import type { Queues } from '../../millrace/message/queue.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';

/** What a port does instead of just answering. */
export type Fault =
  /** Nothing happens, and no answer ever comes: the host died before the call. */
  | 'die-before'
  /** It happens, and no answer ever comes: the host died after the call. */
  | 'die-after'
  /** Nothing happens, and no answer ever comes, but the host lives on. */
  | 'hang'
  /** A queue answers, and refuses the first entry; nothing happens to the others either. */
  | 'refuse'
  /** Nothing happens, and the call fails. */
  | 'fail'
  /** Nothing happens, and the call fails: to AWS the time it was signed at is another day's. */
  | 'skew'
  /** It happens, and the answer is lost: the call fails. */
  | 'lose-answer'
  /** It happens, the answer is lost, and the SDK asks again: the second answer is the one that arrives. */
  | 'ask-twice';

export interface PortCall {
  /** `claim`, `COMPLETED`, `message`, `send` …: what was asked for. */
  readonly name: string;
  /** From 0, over all ports. */
  readonly index: number;
  readonly asked: unknown;
}

export interface Faults {
  readonly calls: readonly PortCall[];
  /** Names of the calls, in order. */
  readonly names: readonly string[];
  /** Decides about each call from now on. */
  choose(decide: (call: PortCall) => Fault | undefined): void;
  /** No faults from now on, and the count begins anew. */
  heal(): void;
  /** The host dies: no call of its ports does anything from now on, or answers. */
  die(): void;
  readonly dead: boolean;
  /** A new host in the place of a dead one: ports that are made from now on are its own. */
  revive(): void;
  records(table: RecordTable): RecordTable;
  queues(queues: Queues): Queues;
  /** The host that lives now. */
  readonly host: Host;
}

export interface Host {
  dead: boolean;
}

const NEVER = new Promise<never>(() => undefined);

export class ThrottledError extends Error {
  override readonly name = 'ProvisionedThroughputExceededException';
}

/** What hangs ends when its caller gives it up. */
function unlessAborted<Value>(signal: AbortSignal | undefined, answer: Promise<Value>): Promise<Value> {
  if (signal === undefined) return answer;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([answer, aborted]);
}

/** Ports that note every call and fail as they are told. */
export function createFaults(): Faults {
  const calls: PortCall[] = [];
  let decide: (call: PortCall) => Fault | undefined = () => undefined;
  let host: Host = { dead: false };
  const die = (of: Host) => {
    of.dead = true;
    return NEVER;
  };
  const through = async <Value>(of: Host, name: string, asked: unknown, call: () => Promise<Value>): Promise<Value> => {
    if (of.dead) return NEVER;
    const noted = { name, index: calls.length, asked };
    calls.push(noted);
    switch (decide(noted)) {
      case 'die-before':
        return die(of);
      case 'die-after':
        await call();
        return die(of);
      case 'hang':
        return NEVER;
      case 'refuse':
        // Asked of queue calls alone, whose answer this is.
        return [{ index: 0, code: 'InternalError', senderFault: false }] as Value;
      case 'fail':
        throw new ThrottledError('throughput exceeded');
      case 'skew':
        throw Object.assign(new Error('signature expired'), { name: 'InvalidSignatureException', $fault: 'client' });
      case 'lose-answer':
        await call();
        throw new Error('socket hang up');
      case 'ask-twice':
        await call();
        return call();
      default:
        return call();
    }
  };
  return {
    calls,
    get names() {
      return calls.map(({ name }) => name);
    },
    choose: (chosen) => {
      decide = chosen;
    },
    heal: () => {
      decide = () => undefined;
      calls.length = 0;
    },
    get host() {
      return host;
    },
    die: () => void die(host),
    get dead() {
      return host.dead;
    },
    revive: () => {
      host = { dead: false };
    },
    records: (table) => {
      const of = host;
      return {
        ...table,
        update: (write) => through(of, updateName(write.set.status), write, () => table.update(write)),
        putMessage: (key, message) => through(of, 'message', key, () => table.putMessage(key, message)),
        getMessage: (key) => through(of, 'get', key, () => table.getMessage(key)),
        putStepResult: (key, result) => through(of, 'step-result', key, () => table.putStepResult(key, result)),
        getStepResult: (key) => through(of, 'get', key, () => table.getStepResult(key)),
        get: (id) => through(of, 'get', id, () => table.get(id)),
        getConfidential: (key) => through(of, 'read-data', key, () => table.getConfidential(key)),
        renewConfidential: (key, expiration, when) =>
          through(of, 'renew-data', key, () => table.renewConfidential(key, expiration, when)),
        eraseConfidential: (key, when) => through(of, 'erase-data', key, () => table.eraseConfidential(key, when)),
        count: (counting) => through(of, countName(counting.id), counting, () => table.count(counting)),
        getShared: (id) => through(of, 'read-breaker', id, () => table.getShared(id)),
        replaceShared: (item, read) => through(of, 'move-breaker', item, () => table.replaceShared(item, read)),
      };
    },
    queues: (queues) => {
      const of = host;
      return {
        ...queues,
        send: (url, messages) => through(of, 'send', messages, () => queues.send(url, messages)),
        hide: (url, hides, signal) =>
          unlessAborted(
            signal,
            through(of, 'hide', hides, () => queues.hide(url, hides)),
          ),
        delete: (url, handles) => through(of, 'delete', handles, () => queues.delete(url, handles)),
      };
    },
  };
}

function countName(id: string): string {
  return id.includes(':~/rate/') ? 'rate' : 'failures';
}

function updateName(status: string | undefined): string {
  return status === 'INPROGRESS' ? 'claim' : (status ?? 'step');
}
