import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies } from '../../contracts/sqs-calls.ts';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

describe('a standard queue of the embedded engine', () => {
  it('delivers in the order of sending', async () => {
    const queue = await trial.createQueue();
    for (const body of ['a', 'b', 'c']) await trial.send(queue, body);
    expect(bodies(await trial.receive(queue))).toEqual(['a', 'b', 'c']);
  });

  it('puts a message that came back three times behind the others', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'comes back');
    for (let time = 0; time < 3; time++) await trial.receiveOne(queue, { VisibilityTimeout: 0 });
    await trial.send(queue, 'later');
    expect(bodies(await trial.receive(queue))).toEqual(['later', 'comes back']);
  });

  it('delivers another message in the place of one that the same receive moves to the dead-letter queue', async () => {
    const { source, dead } = await trial.createQueues(1);
    await trial.send(source, 'exhausted');
    await trial.receiveOne(source, { VisibilityTimeout: 0 });
    await trial.send(source, 'fresh');
    expect(bodies(await trial.receive(source, { MaxNumberOfMessages: 1 }))).toEqual(['fresh']);
    expect((await trial.receiveOne(dead)).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('leaves a message to its next consumer when the late one would hide or delete it', async () => {
    const queue = await trial.createQueue();
    await trial.send(queue, 'x');
    const late = await trial.receiveOne(queue);
    trial.advance(30);
    const live = await trial.receiveOne(queue);
    await expect(trial.changeVisibility(queue, late, 0)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await trial.remove(queue, late);
    expect(await trial.counts(queue)).toEqual(['0', '1', '0']);
    await trial.remove(queue, live);
    expect(await trial.counts(queue)).toEqual(['0', '0', '0']);
  });
});

describe('a FIFO queue of the embedded engine', () => {
  it('numbers its messages from the first on', async () => {
    const queue = await trial.createQueue({ FifoQueue: 'true', ContentBasedDeduplication: 'true' });
    for (const body of ['a', 'b']) await trial.send(queue, body, { MessageGroupId: 'g' });
    const numbers = (await trial.receive(queue)).map(({ Attributes }) => Attributes?.SequenceNumber);
    expect(numbers).toEqual(['10000000000000000001', '10000000000000000002']);
  });

  it('gives a moved message its own id for a deduplication id', async () => {
    const attributes = { FifoQueue: 'true', ContentBasedDeduplication: 'true' };
    const { source, dead } = await trial.createQueues(1, attributes);
    const id = await trial.send(source, 'poison', { MessageGroupId: 'g' });
    await trial.receiveOne(source, { VisibilityTimeout: 0 });
    await trial.receive(source);
    expect((await trial.receiveOne(dead)).Attributes?.MessageDeduplicationId).toBe(id);
  });
});
