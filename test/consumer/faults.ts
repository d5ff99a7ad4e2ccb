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
  /** Nothing happens, and the call fails. */
  | 'fail'
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
  /** The host dies: from now on no call does anything, or answers. */
  die(): void;
  readonly dead: boolean;
  /** A new host: its calls arrive again. */
  revive(): void;
  records(table: RecordTable): RecordTable;
  queues(queues: Queues): Queues;
}

const NEVER = new Promise<never>(() => undefined);

export class ThrottledError extends Error {
  override readonly name = 'ProvisionedThroughputExceededException';
}

/** Ports that note every call and fail as they are told. */
export function createFaults(): Faults {
  const calls: PortCall[] = [];
  let decide: (call: PortCall) => Fault | undefined = () => undefined;
  let dead = false;
  const die = () => {
    dead = true;
    return NEVER;
  };
  const through = async <Value>(name: string, asked: unknown, call: () => Promise<Value>): Promise<Value> => {
    if (dead) return NEVER;
    const noted = { name, index: calls.length, asked };
    calls.push(noted);
    switch (decide(noted)) {
      case 'die-before':
        return die();
      case 'die-after':
        await call();
        return die();
      case 'hang':
        return NEVER;
      case 'fail':
        throw new ThrottledError('throughput exceeded');
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
    die: () => void die(),
    get dead() {
      return dead;
    },
    revive: () => {
      dead = false;
    },
    records: (table) => ({
      ...table,
      update: (write) => through(updateName(write.set.status), write, () => table.update(write)),
      putMessage: (id, message) => through('message', id, () => table.putMessage(id, message)),
      get: (id) => through('get', id, () => table.get(id)),
    }),
    queues: (queues) => ({
      ...queues,
      send: (url, messages) => through('send', messages, () => queues.send(url, messages)),
      hide: (url, hides) => through('hide', hides, () => queues.hide(url, hides)),
      delete: (url, handles) => through('delete', handles, () => queues.delete(url, handles)),
    }),
  };
}

function updateName(status: string | undefined): string {
  return status === 'INPROGRESS' ? 'claim' : (status ?? 'update');
}
