import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { Clock } from '../message/clock.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { BatchReport } from './event-source/batch-report.ts';
import { createEventSource } from './event-source/event-source.ts';
import type { MappingSettings } from './event-source/read-event-sources.ts';
import { sqsSourceQueue } from './event-source/source-queue.ts';
import type { BatchKeptEvent, UnreachableEvent } from './local-run-event.ts';
import type { ProvisionedQueue } from './provision/provision-queues.ts';
import type { RunningFunctions } from './run-functions.ts';
import { UnresolvableTemplateError } from './template/resolve-intrinsics.ts';

export interface RunEventSourcesOptions {
  readonly mappings: readonly MappingSettings[];
  readonly queues: readonly ProvisionedQueue[];
  readonly sqs: SQSClient;
  readonly functions: RunningFunctions;
  readonly clock: Clock;
  readonly report: (event: BatchKeptEvent | UnreachableEvent) => void;
}

/** Starts the template's event source mappings; the returned function stops them. */
export function runEventSources(options: RunEventSourcesOptions): () => Promise<void> {
  const sources = options.mappings.map((mapping) => runEventSource(mapping, options));
  return async () => {
    await Promise.all(sources.map((source) => source.stop()));
  };
}

function runEventSource(mapping: MappingSettings, { queues, sqs, functions, clock, report }: RunEventSourcesOptions) {
  const queue = queues.find(({ arn }) => arn === mapping.queueArn);
  if (!queue) throw new UnresolvableTemplateError(`${mapping.functionName} reads ${mapping.queueArn}: no such queue`);
  const { displayName } = functions.settings(mapping.functionName);
  return createEventSource({
    settings: { ...mapping, visibilitySeconds: queue.visibilitySeconds },
    queue: sqsSourceQueue(sqs, queue.url),
    invoke: (event) => functions.invoke(mapping.functionName, event),
    clock,
    report: (batch) => {
      if (batch.kept > 0) report(batchKept(displayName, batch));
    },
    reportUnreachable: (error) => report({ event: 'unreachable', message: `${queue.name}: ${String(error)}` }),
  });
}

function batchKept(displayName: string, { messages, kept, because, failed }: BatchReport): BatchKeptEvent {
  return {
    event: 'batch-kept',
    function: displayName,
    messages,
    kept,
    ...(because === undefined ? {} : { because }),
    ...(failed === undefined
      ? {}
      : { jobIds: failed.flatMap(jobIdOf), messageIds: failed.map(({ MessageId = '' }) => MessageId) }),
  };
}

function jobIdOf({ Body = '' }: Message): string[] {
  const read = readEnvelope(Body);
  return read.ok ? [read.envelope.id] : [];
}
