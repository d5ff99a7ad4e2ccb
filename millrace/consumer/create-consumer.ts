import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { JobDefinition } from '../definition/job-definition.ts';
import { createGate } from './gate.ts';
import { createGuard } from './guarded-run.ts';
import { createHide } from './hide-together.ts';
import type { ConsumerPorts, ConsumerSettings, Invocation } from './invocation.ts';
import type { Outcomes } from './process-safely.ts';
import { queueOf } from './queue-of.ts';
import { readEvent } from './read-event.ts';
import { runBatch } from './run-batch.ts';
import type { Work } from './work.ts';

export type SqsHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** A job's Lambda handler over the ports it is given. */
export function createConsumer(
  job: JobDefinition,
  work: Work,
  { queues, codeVersion }: ConsumerSettings,
  ports: ConsumerPorts,
): SqsHandler {
  const guard = createGuard();
  return async (event, context) => {
    const requestId = context.awsRequestId;
    const deadlineMs = ports.clock.now() + context.getRemainingTimeInMillis();
    const gate = createGate({ job, ports, requestId, deadlineMs, size: event.Records.length });
    const settings = { ...queueOf(event, queues), codeVersion };
    const invocation: Invocation = {
      job,
      work,
      settings,
      ports,
      guard,
      requestId,
      deadlineMs,
      gate,
      running: new Set(),
      hide: createHide({ ...ports, queueUrl: settings.queueUrl }),
    };
    const outcomes = await runBatch(invocation, readEvent(event));
    if (gate) await gate.report(outcomes);
    return answer(event, outcomes);
  };
}

/** Names what was not acknowledged, by ids of this batch only. */
function answer(event: SQSEvent, outcomes: Outcomes): SQSBatchResponse {
  const acknowledged = new Set<string>();
  for (const [delivery, outcome] of outcomes) if (outcome.acknowledged) acknowledged.add(delivery.receiptHandle);
  const failed = event.Records.filter((record) => !acknowledged.has(record.receiptHandle));
  const ids = new Set(failed.map(({ messageId }) => messageId));
  return { batchItemFailures: [...ids].map((itemIdentifier) => ({ itemIdentifier })) };
}
