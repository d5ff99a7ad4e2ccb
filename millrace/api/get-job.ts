import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '../consumer/describe-error.ts';
import { isJobId } from '../definition/job-id.ts';
import type { JobRecord } from '../record/job-record.ts';
import { isForgotten } from '../record/update-unclaimed.ts';
import type { ApiPorts } from './api-ports.ts';
import { mayAsk, readCaller } from './caller.ts';
import { jsonResponse } from './json-response.ts';
import { noSuchJob, problemResponse } from './problem.ts';

/** `GET /jobs/{id}`: how far a job is, with its result or the reason of its death. */
export async function getJob(
  ports: ApiPorts,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const caller = readCaller(event);
  if (!caller.ok) return problemResponse(caller.problem);
  const id = event.pathParameters?.id ?? '';
  try {
    const record = isJobId(id) ? await ports.records.get(id) : undefined;
    if (record === undefined || isForgotten(record, ports.clock.now()) || !mayAsk(caller, record)) {
      return problemResponse(noSuchJob);
    }
    return jsonResponse(200, view(record));
  } catch (error) {
    ports.logger.error('a job could not be read', { jobId: id, failure: describeError(error) });
    const detail = 'The record did not answer. Ask again.';
    return problemResponse({ status: 503, title: 'The job could not be read', detail, retryAfterSeconds: 5 });
  }
}

/** What the world may know of a record; absent fields are left out by JSON. */
function view(record: JobRecord) {
  return {
    id: record.id,
    type: record.type,
    status: record.status,
    attempts: record.attempts ?? 0,
    acceptedAt: record.accepted_at,
    startedAt: record.started_at,
    endedAt: record.ended_at,
    dueAt: record.due_at,
    isToBeCancelled: record.cancel_requested,
    reason: record.reason,
    lastError: lastError(record),
    result: record.data === undefined ? undefined : JSON.parse(record.data),
  };
}

function lastError(record: JobRecord) {
  const failure = record.failures?.at(-1);
  return failure && { at: failure.at, attempt: failure.attempt, name: failure.name, message: failure.message };
}
