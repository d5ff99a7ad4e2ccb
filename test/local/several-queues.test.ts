import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import type { JobDefinition } from 'millrace';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { queuePairs } from '../../millrace/definition/queue-pairs.ts';
import { type Engine, startEngine } from '../../millrace/local/engine/start-engine.ts';
import { readEventSources } from '../../millrace/local/event-source/read-event-sources.ts';
import type { BatchKeptEvent } from '../../millrace/local/local-run-event.ts';
import { type Provisioned, provision } from '../../millrace/local/provision/provision.ts';
import { readyEvent } from '../../millrace/local/ready-event.ts';
import { runEventSources } from '../../millrace/local/run-event-sources.ts';
import { type ServiceClients, serviceClients } from '../../millrace/local/service-clients.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { createProducer, type Producer } from '../../millrace/producer/create-producer.ts';
import { journeyAssembly } from '../journeys/journey-assembly.ts';
import { parcelRoute } from '../journeys/parcel-route.ts';
import { parcelUrge } from '../journeys/parcel-urge.ts';
import { until } from '../journeys/until.ts';

/** Queues and event sources as the local run makes them of the synthesised template; the test is the function. */
let engine: Engine;
let clients: ServiceClients;
let provisioned: Provisioned;
let producer: Producer;
beforeAll(async () => {
  engine = await startEngine();
  clients = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  provisioned = await provision({ template: (await journeyAssembly()).template, ...clients });
  producer = createProducer({ app: 'shop', stage: 'journey', queues: createSqsQueues(clients.sqs) });
});
afterAll(async () => {
  clients.destroy();
  await engine.stop();
});

interface Invoked {
  readonly event: SQSEvent;
  end(): void;
}

/** Starts the event sources of a job; each invocation lasts until the test ends it. */
async function startSources(job: JobDefinition): Promise<readonly Invoked[]> {
  const names = queuePairs('shop', 'journey', job).map(({ source }) => source);
  const queues = provisioned.queues.filter(({ name }) => names.includes(name));
  const all = readEventSources((await journeyAssembly()).template, provisioned.physical);
  const invoked: Invoked[] = [];
  const kept: BatchKeptEvent[] = [];
  const stop = runEventSources({
    mappings: all.filter(({ queueArn }) => queues.some(({ arn }) => arn === queueArn)),
    queues,
    sqs: clients.sqs,
    functions: {
      settings: () => ({ displayName: job.type }),
      invoke: (_name: string, event: SQSEvent) =>
        new Promise((resolve) => {
          invoked.push({ event, end: () => resolve({ batchItemFailures: [] }) });
        }),
    } as never, // event sources ask the running functions for no more
    clock: systemClock,
    report: (event) => kept.push(event as BatchKeptEvent),
  });
  onTestFinished(async () => {
    for (const { end } of invoked) end();
    await stop();
  });
  return invoked;
}

const parcelsIn = ({ event }: Invoked) => event.Records.map(({ body }) => JSON.parse(body).data.parcelId);

describe('the local run of a job with orderedBy', () => {
  it('has FIFO queues as they are deployed', async () => {
    for (const { name, url } of provisioned.queues.filter((queue) => queue.name.includes('parcel-route'))) {
      const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
      expect([name, (await clients.sqs.send(command)).Attributes]).toEqual([
        expect.stringMatching(/\.fifo$/),
        expect.objectContaining({
          FifoQueue: 'true',
          ContentBasedDeduplication: 'false',
          DeduplicationScope: 'messageGroup',
          FifoThroughputLimit: 'perMessageGroupId',
        }),
      ]);
    }
  });

  it('gives its function a group in batches of several, in order, one batch at a time, and others beside it', async () => {
    const parcels = Array.from({ length: 12 }, (_, index) => ({ parcelId: `p-${index}`, carrierId: 'c-1' }));
    await producer.enqueueAll(parcelRoute, parcels);
    const invoked = await startSources(parcelRoute);
    await until(() => expect(invoked).toHaveLength(1));
    await producer.enqueue(parcelRoute, { parcelId: 'q-0', carrierId: 'c-2' });
    await until(() => expect(invoked).toHaveLength(2));
    expect(invoked.map(parcelsIn)).toEqual([
      ['p-0', 'p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6', 'p-7', 'p-8', 'p-9'],
      ['q-0'],
    ]);
    invoked[0]?.end();
    await until(() => expect(invoked).toHaveLength(3));
    expect(invoked.slice(2).map(parcelsIn)).toEqual([['p-10', 'p-11']]);
  });
});

describe('the local run of a job with priorities', () => {
  it('feeds its one function from each queue, no more batches at once than the cap of each', async () => {
    const parcels = Array.from({ length: 30 }, (_, index) => ({ parcelId: `p-${index}` }));
    await producer.enqueueAll(parcelUrge, parcels, { priority: 'normal' });
    const invoked = await startSources(parcelUrge);
    await until(() => expect(invoked).toHaveLength(2));
    await producer.enqueue(parcelUrge, { parcelId: 'p-urgent' }, { priority: 'high' });
    await until(() => expect(invoked).toHaveLength(3));
    expect(invoked.map(parcelsIn).map((batch) => batch.length)).toEqual([5, 5, 1]);
    expect(invoked.map(({ event }) => event.Records[0]?.eventSourceARN.split(':').at(-1))).toEqual([
      'shop-journey-parcel-urge-normal',
      'shop-journey-parcel-urge-normal',
      'shop-journey-parcel-urge-high',
    ]);
  });
});

describe('what a local run says once it is ready', () => {
  it('names each queue by its job, and by its priority where there are several', () => {
    const ready = readyEvent({
      endpoints: { engine: undefined, sqs: engine.endpoint, dynamodb: engine.endpoint } as never, // it asks for no more
      catalogue: { owners: {}, jobs: [parcelRoute, parcelUrge] },
      provisioned,
      variables: { MILLRACE_APP: 'shop', MILLRACE_STAGE: 'journey' },
      ...{ api: undefined, tokenIssuer: undefined, twins: undefined, earlierRun: undefined },
      ...{ schedulerEndpoint: '', schedules: [] },
    });
    const url = (name: string) => `${engine.endpoint}/000000000000/shop-journey-parcel-${name}`;
    expect(ready.queues).toEqual({
      'parcel.route': url('route.fifo'),
      'parcel.urge/high': url('urge-high'),
      'parcel.urge/normal': url('urge-normal'),
    });
    expect(ready).not.toHaveProperty('webhooks');
    expect(ready.deadLetterQueues).toEqual({
      'parcel.route': url('route-dead.fifo'),
      'parcel.urge/high': url('urge-high-dead'),
      'parcel.urge/normal': url('urge-normal-dead'),
    });
  });
});
