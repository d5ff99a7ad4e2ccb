import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { bundleFunctions } from 'millrace/cdk';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { startScheduler } from '../../millrace/local/scheduler/start-scheduler.ts';
import { serviceClients } from '../../millrace/local/service-clients.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { inPlainNode } from './in-plain-node.ts';

const root = join(import.meta.dirname, '../..');
const entries = new Map([
  ['delaying', 'test/cdk/fixtures/functions/delaying.ts'],
  ['parcel-ship', 'test/cdk/fixtures/functions/consumer.ts'],
]);
let outdir: string;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'millrace-lazy-'));
  await bundleFunctions({ root, entries, outdir });
}, 60_000);
afterAll(() => rm(outdir, { recursive: true }));

/** Queues and schedules, and where a function's SDK finds them. */
async function openServices() {
  const engine = await startEngine();
  const targets = { call: async () => undefined, park: async () => undefined };
  const scheduler = await startScheduler({ clock: systemClock, targets, newId: () => 'execution' });
  scheduler.createGroup('shop-dev');
  const clients = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  await clients.sqs.send(new CreateQueueCommand({ QueueName: 'shop-dev-parcel-ship' }));
  clients.destroy();
  onTestFinished(async () => {
    await scheduler.stop();
    await engine.stop();
  });
  const variables = {
    ...{ MILLRACE_APP: 'shop', MILLRACE_STAGE: 'dev', AWS_REGION: 'us-east-1' },
    ...{ AWS_ENDPOINT_URL_SQS: engine.endpoint, AWS_ENDPOINT_URL_SCHEDULER: scheduler.endpoint },
  };
  return { engine, scheduler, variables };
}

describe('the client of EventBridge Scheduler', { timeout: 60_000 }, () => {
  it('is a file of its own beside a bundle that may delay jobs, and beside no other', async () => {
    expect((await readdir(join(outdir, 'delaying'))).sort()).toEqual([
      ...['index.mjs', 'index.mjs.map', 'scheduler-delays.mjs', 'scheduler-delays.mjs.map'],
    ]);
    expect((await readdir(join(outdir, 'parcel-ship'))).sort()).toEqual(['index.mjs', 'index.mjs.map']);
    expect((await readdir(outdir)).sort()).toEqual(['delaying', 'parcel-ship']);
  });

  it('adds nothing to what a function loads when it starts', async () => {
    const isClientIn = async (file: string) =>
      (await readFile(join(outdir, 'delaying', file), 'utf8')).includes('/schedules/{Name}');
    expect(await isClientIn('index.mjs')).toBe(false);
    expect(await isClientIn('scheduler-delays.mjs')).toBe(true);
    expect((await stat(join(outdir, 'delaying/scheduler-delays.mjs'))).size).toBeLessThan(200 * 1024);
  });

  it('is loaded in plain Node, without any node_modules, when a job is delayed for long', async () => {
    const { engine, scheduler, variables } = await openServices();
    const file = join(outdir, 'delaying/index.mjs');
    expect(await inPlainNode(file, 'bundle.handler({ delaySeconds: 86400 })', variables)).toEqual({
      jobId: 'parcel.ship:p-1',
    });
    expect(scheduler.list().map(({ content }) => content.Description)).toEqual(['parcel.ship:p-1']);
    await inPlainNode(file, 'bundle.handler({ delaySeconds: 900 })', variables);
    expect(engine.sqs.messages('shop-dev-parcel-ship')).toHaveLength(1);
  });
});
