import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchReport } from '../../millrace/local/event-source/batch-report.ts';
import { runBatch } from '../../millrace/local/event-source/run-batch.ts';
import { sqsSourceQueue } from '../../millrace/local/event-source/source-queue.ts';
import { createFunctionPool } from '../../millrace/local/function/function-pool.ts';
import { workerEnvironment } from '../../millrace/local/function/worker-environment.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createDynamoRecordTable } from '../../millrace/record/dynamo-record-table.ts';
import { type EmbeddedStack, startEmbeddedStack } from '../../millrace/testing/world/embedded-stack.ts';
import { startCarrier } from './carrier.ts';
import { journeyAssembly } from './journey-assembly.ts';
import { parcelShip } from './parcel-ship.ts';

describe('a real worker process', { timeout: 60_000 }, () => {
  it('killed while its job waits for the carrier gives the job to the next one: one effect, one attempt', async () => {
    const carrier = await startCarrier();
    onTestFinished(carrier.stop);
    const stack = await startStack();
    const pool = startPool(stack, carrier.url);
    const deliver = deliverThrough(stack, pool.invoke);
    const queues = createSqsQueues(stack.clients.sqs);
    const producer = createProducer({ app: 'shop', stage: 'journey', queues, clock: stack.engine.clock });
    const { jobId } = await producer.enqueue(parcelShip, { parcelId: 'p-1' });

    const asked = carrier.silence();
    const pass = deliver();
    await asked;
    expect(pool.kill()).toBe(true);
    expect(await pass).toMatchObject({ messages: 1, deleted: 0, kept: 1 });
    expect(stack.engine.sqs.counts('shop-journey-parcel-ship')).toEqual({ visible: 0, inFlight: 1, delayed: 0 });

    stack.engine.advance(60);
    expect(await deliver()).toMatchObject({ messages: 1, deleted: 1, kept: 0 });
    expect(carrier.shipped).toEqual(['p-1']);
    expect(carrier.keys).toEqual(['parcel.ship:p-1', 'parcel.ship:p-1']);
    const records = createDynamoRecordTable(stack.clients.dynamodb, 'shop-journey-records');
    expect(await records.get(jobId)).toMatchObject({
      status: 'COMPLETED',
      attempts: 1,
      data: '{"trackingRef":"track-p-1"}',
    });
  });
});

async function startStack(): Promise<EmbeddedStack> {
  const stack = await startEmbeddedStack(await journeyAssembly(), parcelShip.type);
  onTestFinished(() => stack.stop());
  return stack;
}

/** The consumer of the stack in processes of its own, from its source: node strips the types. */
function startPool({ engine, deployed }: EmbeddedStack, carrierUrl: string) {
  const compileCacheDir = mkdtempSync(join(tmpdir(), 'millrace-'));
  const settings = { ...deployed.consumer, bundle: join(import.meta.dirname, 'fixtures/ship-by-carrier.ts') };
  const endpoints = { AWS_ENDPOINT_URL: engine.endpoint, CARRIER_URL: carrierUrl };
  const pool = createFunctionPool({
    settings,
    environment: workerEnvironment(settings, { endpoints, overrides: {} }),
    compileCacheDir,
    clock: engine.clock,
    clockOffsetMs: () => engine.clock.now() - systemClock.now(),
    report: () => undefined,
  });
  onTestFinished(async () => {
    await pool.stop();
    rmSync(compileCacheDir, { recursive: true, force: true });
  });
  return pool;
}

function deliverThrough({ engine, clients, deployed }: EmbeddedStack, invoke: (event: unknown) => Promise<unknown>) {
  const { signal } = new AbortController();
  const [{ source, mapping: settings }] = deployed.pairs;
  const queue = sqsSourceQueue(clients.sqs, source.url);
  return async () => {
    const reports: BatchReport[] = [];
    const messages = await queue.receive(10, 0, signal);
    const report = (told: BatchReport) => reports.push(told);
    await runBatch(messages, { settings, queue, clock: engine.clock, invoke, report }, signal);
    return reports[0];
  };
}
