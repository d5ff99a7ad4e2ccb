import type { DelayedJobs } from '../../message/delayed-jobs.ts';
import type { Queues } from '../../message/queue.ts';
import type { RecordTable, RecordWrite } from '../../record/record-table.ts';
import { type CallName, type Faults, InjectedFaultError } from './faults.ts';
import { type Life, never } from './life.ts';

type Call = <Value>(at: CallName, about: string, run: () => Promise<Value>) => Promise<Value>;

/** A dead process calls nobody and hears no answer; what the faults say goes wrong. */
function createCall(life: Life, faults: Faults): Call {
  return async (at, about, run) => {
    if (life.isOver()) return never();
    const { kind: fault, until } = faults.take(at, about) ?? {};
    await until;
    if (fault === 'refused') throw new InjectedFaultError(`${at} was refused`);
    if (fault === 'dies-before') return endIn(life);
    const ran = await settled(run);
    if (fault === 'dies-after') return endIn(life);
    if (life.isOver()) return never();
    if (fault === 'answer-lost') throw new InjectedFaultError(`${at} happened and its answer was lost`);
    return ran();
  };
}

function endIn(life: Life): Promise<never> {
  life.end();
  return never();
}

async function settled<Value>(run: () => Promise<Value>): Promise<() => Value> {
  try {
    const value = await run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The queues as a worker reaches them, or API and sweeper, which send in place of parking. */
export function workerQueues(queues: Queues, life: Life, faults: Faults, sends: 'park' | 'send' = 'park'): Queues {
  const call = createCall(life, faults);
  return {
    ...queues,
    send: (url, messages) => call(sends, messages.map(({ body }) => body).join('\n'), () => queues.send(url, messages)),
    hide: (url, hides, signal) => call('hide', '', () => queues.hide(url, hides, signal)),
    delete: (url, receiptHandles) => call('early-delete', '', () => queues.delete(url, receiptHandles)),
  };
}

/** Where long-delayed jobs wait, as a producer, the API or the sweeper reaches it. */
export function workerDelays(delays: DelayedJobs, life: Life, faults: Faults): DelayedJobs {
  const call = createCall(life, faults);
  return {
    create: (message) => call('delay', message.jobId, () => delays.create(message)),
    find: (jobId) => call('find-delayed', jobId, () => delays.find(jobId)),
    delete: (jobId) => call('delete-delayed', jobId, () => delays.delete(jobId)),
  };
}

/** The record table as a worker reaches it. */
export function workerRecords(records: RecordTable, life: Life, faults: Faults): RecordTable {
  const call = createCall(life, faults);
  return {
    ...records,
    get: (id) => call('read', id, () => records.get(id)),
    update: (write) => call(writeName(write), write.id, () => records.update(write)),
    putMessage: (key, message) => call('store-message', key, () => records.putMessage(key, message)),
    getMessage: (key) => call('read', key, () => records.getMessage(key)),
    putStepResult: (key, result) => call('store-step-result', key, () => records.putStepResult(key, result)),
    getStepResult: (key) => call('read', key, () => records.getStepResult(key)),
    writeConfidential: (write) => call('write-confidential', write.key, () => records.writeConfidential(write)),
    getConfidential: (key) => call('read-confidential', key, () => records.getConfidential(key)),
    renewConfidential: (key, expiration, when) =>
      call('renew-confidential', key, () => records.renewConfidential(key, expiration, when)),
    eraseConfidential: (key, when) => call('erase-confidential', key, () => records.eraseConfidential(key, when)),
    count: (counting) => call(countName(counting.id), counting.id, () => records.count(counting)),
    getShared: (id) => call('read-breaker', id, () => records.getShared(id)),
    unsent: (partition, page) => call('list-unsent', partition, () => records.unsent(partition, page)),
    replaceShared: (item, readFence) => call('move-breaker', item.id, () => records.replaceShared(item, readFence)),
  };
}

function countName(id: string): CallName {
  return id.includes(':~/rate/') ? 'take-rate' : 'count-failures';
}

function writeName({ set, add, remove = [] }: RecordWrite): CallName {
  const { status, unsent } = set;
  if (unsent !== undefined && status === undefined) return 'take-up';
  if (status === undefined) return remove.includes('unsent') ? 'mark-sent' : 'step';
  switch (status) {
    case 'ACCEPTED':
      return 'accept';
    case 'INPROGRESS':
      return 'claim';
    case 'COMPLETED':
      return 'complete';
    case 'FAILED':
      return add === undefined ? 'fail' : 'release';
    case 'DEAD':
      return 'die';
    case 'EXPIRED':
      return 'expire';
    case 'CANCELLED':
      return 'cancel';
    case 'CLOSED':
      return 'close';
  }
}
