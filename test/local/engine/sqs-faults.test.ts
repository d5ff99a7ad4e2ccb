import { afterEach, describe, expect, it } from 'vitest';
import type { SqsFaults } from '../../../millrace/local/engine/sqs/sqs-faults.ts';
import { bodies } from '../../contracts/sqs-calls.ts';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
const startWith = async (faults: SqsFaults, attributes: Record<string, string> = {}) => {
  trial = await startSqsTrial(faults);
  return trial.createQueue(attributes);
};
afterEach(() => trial.stop());

describe('an engine asked to misbehave as SQS may', () => {
  it('delivers a standard queue in the order that is drawn', async () => {
    const draws = [0.9, 0.1, 0.5];
    const queue = await startWith({ shuffle: () => draws.shift() ?? 1 });
    for (const body of ['a', 'b', 'c']) await trial.send(queue, body);
    expect(bodies(await trial.receive(queue))).toEqual(['b', 'c', 'a']);
  });

  it('delivers a message twice under one id, each copy with a handle of its own', async () => {
    const queue = await startWith({ duplicate: () => true });
    await trial.send(queue, 'twice');
    const [first, second] = await trial.receive(queue);
    if (!first || !second) throw new Error('two copies were there');
    expect(second.MessageId).toBe(first.MessageId);
    await trial.remove(queue, first);
    expect(await trial.counts(queue)).toEqual(['0', '1', '0']);
  });

  it('refuses a short poll of a standard queue with too much in flight; a long poll waits', async () => {
    const queue = await startWith({ inFlightLimit: 2 });
    for (const body of ['a', 'b', 'c']) await trial.send(queue, body);
    const held = await trial.receive(queue);
    expect(bodies(held)).toEqual(['a', 'b']);
    await expect(trial.receive(queue)).rejects.toMatchObject({ name: 'OverLimit' });
    const received = trial.receive(queue, { WaitTimeSeconds: 20 });
    await trial.waiting(queue, 1);
    for (const message of held) await trial.remove(queue, message);
    expect(bodies(await received)).toEqual(['c']);
  });

  it('gives nothing from a FIFO queue with too much in flight', async () => {
    const queue = await startWith({ inFlightLimit: 1 }, { FifoQueue: 'true', ContentBasedDeduplication: 'true' });
    for (const body of ['a', 'b']) await trial.send(queue, body, { MessageGroupId: body });
    expect(bodies(await trial.receive(queue))).toEqual(['a']);
    expect(await trial.receive(queue)).toEqual([]);
  });
});
