import type { Message } from '@aws-sdk/client-sqs';
import { pause } from '../../message/pause.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';
import type { EventSourceOptions } from './event-source-options.ts';
import { type BatchVerdict, readBatchAnswer } from './read-batch-answer.ts';
import { sqsEvent } from './sqs-event.ts';
import { ThrottledError } from './throttled-error.ts';

const THROTTLE_RETRY_MS = 1000;

export async function runBatch(batch: readonly Message[], options: EventSourceOptions, signal: AbortSignal) {
  const { settings, report } = options;
  const verdict = await invokeForVerdict(batch, options, signal);
  const done = finished(batch, verdict);
  const refusal = await deleteAll(done, options);
  const because = verdict.kind === 'whole-batch-failed' ? verdict.because : refusal.because;
  const deleted = done.length - refusal.count;
  report?.({
    functionName: settings.functionName,
    messages: batch.length,
    deleted,
    kept: batch.length - deleted,
    ...(because === undefined ? {} : { because }),
    ...(verdict.kind === 'whole-batch-failed' ? { failed: batch } : {}),
  });
}

async function invokeForVerdict(
  batch: readonly Message[],
  options: EventSourceOptions,
  signal: AbortSignal,
): Promise<BatchVerdict> {
  try {
    const answer = await invokeThroughThrottling(batch, options, signal);
    if (!options.settings.reportBatchItemFailures) return { kind: 'all-done' };
    return readBatchAnswer(answer, new Set(batch.map(({ MessageId }) => String(MessageId))));
  } catch (error) {
    return { kind: 'whole-batch-failed', because: error instanceof Error ? error.message : String(error) };
  }
}

/** Lambda tries a throttled batch again until its visibility timeout; then it returns with a receive more. */
async function invokeThroughThrottling(
  batch: readonly Message[],
  { settings, invoke, clock }: EventSourceOptions,
  signal: AbortSignal,
): Promise<unknown> {
  const giveUpAtMs = clock.now() + settings.visibilitySeconds * 1000;
  for (;;) {
    try {
      return await invoke(sqsEvent(batch, settings));
    } catch (error) {
      const canRetry = clock.now() + THROTTLE_RETRY_MS < giveUpAtMs && !signal.aborted;
      if (!(error instanceof ThrottledError) || !canRetry) throw error;
      await pause(clock, THROTTLE_RETRY_MS, signal);
    }
  }
}

function finished(batch: readonly Message[], verdict: BatchVerdict): readonly Message[] {
  if (verdict.kind === 'all-done') return batch;
  if (verdict.kind === 'whole-batch-failed') return [];
  return batch.filter(({ MessageId }) => !verdict.failedIds.has(String(MessageId)));
}

async function deleteAll(messages: readonly Message[], { queue }: EventSourceOptions) {
  let count = 0;
  for (let start = 0; start < messages.length; start += MOST_BATCH_ENTRIES) {
    try {
      count += await queue.delete(messages.slice(start, start + MOST_BATCH_ENTRIES));
    } catch (error) {
      return { count: messages.length - start + count, because: `not deleted: ${String(error)}` };
    }
  }
  return { count, because: count > 0 ? `${count} not deleted` : undefined };
}
