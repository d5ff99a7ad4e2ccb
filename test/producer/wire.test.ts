import { CreateQueueCommand, type Message } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { clientOf, startSqsTrial } from '../local/engine/sqs-trial.ts';
import { noteJob } from './note-job.ts';

const trial = await startSqsTrial();
afterAll(() => trial.stop());
const { QueueUrl: queue = '' } = await trial.client.send(new CreateQueueCommand({ QueueName: 'shop-prod-note-keep' }));
const client = clientOf(trial.engine);
afterAll(() => client.destroy());
const producer = createProducer({ app: 'shop', stage: 'prod', queues: createSqsQueues(client) });

async function receiveAll(): Promise<Message[]> {
  const received: Message[] = [];
  for (let batch = await trial.receive(queue); batch.length > 0; batch = await trial.receive(queue))
    received.push(...batch);
  await Promise.all(received.map((message) => trial.remove(queue, message)));
  return received;
}
const dataOf = (messages: readonly Message[]) => messages.map(({ Body = '' }) => JSON.parse(Body).data);

describe('a text', () => {
  it.each([
    ['a bell', '\u0007'],
    ['a null', '\u0000'],
    ['half a character', '\ud800'],
    ['U+FFFE', '\ufffe'],
    ['U+FFFF', '\uffff'],
    ['an emoji', '😀'],
    ['an é', 'é'],
    ['a line break', 'a\nb'],
  ])('with %s arrives as it was sent', async (_, text) => {
    await producer.enqueue(noteJob, { noteId: 'n-1', text });
    expect(dataOf(await receiveAll())).toEqual([{ noteId: 'n-1', text }]);
  });
});

describe('a message', () => {
  /** What stands around a text in the body. */
  const AROUND = 241;

  it('may have as many bytes as leave room for the marks of a death', async () => {
    await producer.enqueue(noteJob, { noteId: 'n-1', text: 'x'.repeat(258_048 - AROUND) });
    const [{ Body = '' } = {}] = await receiveAll();
    expect(Buffer.byteLength(Body)).toBe(258_048);
  });

  it.each([
    ['one byte more', 'x'.repeat(258_048 - AROUND + 1)],
    ['half as many characters, of two bytes each', `${'é'.repeat(128_903)}xx`],
  ])('is refused with %s, before it is sent', async (_, text) => {
    const call = producer.enqueue(noteJob, { noteId: 'n-1', text });
    await expect(call).rejects.toThrow(
      'note.keep: payload refused: the message has 258049 bytes; 258048 are allowed: send a reference',
    );
    expect(await receiveAll()).toEqual([]);
  });

  it('has no attributes of ours: all ten are free for whoever traces it', async () => {
    await producer.enqueue(noteJob, { noteId: 'n-1' });
    const [message] = await receiveAll();
    expect(message?.MessageAttributes).toBeUndefined();
  });

  it('arrives when its delay is over', async () => {
    await producer.enqueue(noteJob, { noteId: 'n-1' }, { delaySeconds: 900 });
    trial.advance(899);
    expect(await receiveAll()).toEqual([]);
    trial.advance(1);
    expect(await receiveAll()).toHaveLength(1);
  });
});

describe('a thousand jobs', () => {
  it('all arrive once, in a hundred requests', async () => {
    trial.engine.requests.reset();
    const told = await producer.enqueueAll(
      noteJob,
      Array.from({ length: 1_000 }, (_, at) => ({ noteId: `order:${at}/α` })),
    );
    expect(told.every(({ ok }) => ok)).toBe(true);
    const ids = dataOf(await receiveAll()).map(({ noteId }) => noteId);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids).toHaveLength(1_000);
  });
});
