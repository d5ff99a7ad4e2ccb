import { DeleteQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodies } from '../../contracts/sqs-calls.ts';
import { type SqsTrial, startSqsTrial } from './sqs-trial.ts';

let trial: SqsTrial;
beforeEach(async () => {
  trial = await startSqsTrial();
});
afterEach(() => trial.stop());

describe('a long poll', () => {
  it('ends empty when its queue is deleted', async () => {
    const queue = await trial.createQueue();
    const received = trial.receive(queue, { WaitTimeSeconds: 20 });
    await trial.waiting(queue, 1);
    await trial.client.send(new DeleteQueueCommand({ QueueUrl: queue }));
    expect(await received).toEqual([]);
  });

  it('whose caller has gone takes no message', async () => {
    const queue = await trial.createQueue();
    const caller = new AbortController();
    const command = new ReceiveMessageCommand({ QueueUrl: queue, WaitTimeSeconds: 20 });
    const received = trial.client.send(command, { abortSignal: caller.signal });
    await trial.waiting(queue, 1);
    caller.abort();
    await expect(received).rejects.toMatchObject({ name: 'AbortError' });
    await trial.waiting(queue, 0);
    await trial.send(queue, 'kept');
    expect(bodies(await trial.receive(queue))).toEqual(['kept']);
  });
});
