import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '../consumer/describe-error.ts';
import { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { InvalidEnqueueOptionError, PayloadTooLargeError, QueueFullError } from '../producer/enqueue-errors.ts';
import type { PreparedMessage } from '../producer/prepare-message.ts';
import type { JobRecord } from '../record/job-record.ts';
import { isForgotten } from '../record/update-unclaimed.ts';
import type { ApiPorts } from './api-ports.ts';
import { type LetIn, readCaller } from './caller.ts';
import { fillKey } from './fill-key.ts';
import { jobAddress } from './job-address.ts';
import { jsonResponse } from './json-response.ts';
import { type Problem, problemResponse } from './problem.ts';
import { readBody } from './read-body.ts';
import { contentOf, isTaken, type SaveAnswer, saveAndSend } from './save-and-send.ts';
import { traceOf } from './trace-of.ts';

const TRY_AGAIN_SECONDS = 5;

/** `POST /jobs/{type}` `{ payload, … }`: 202 once the job is saved, with its id and where to ask for its status. */
export async function postJob(
  ports: ApiPorts,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const caller = readCaller(event);
  if (!caller.ok) return problemResponse(caller.problem);
  const type = event.pathParameters?.type ?? '';
  const job = ports.catalogue.jobs.find((candidate) => candidate.type === type);
  if (!job) return problemResponse({ status: 404, title: 'No such job type', detail: knownTypes(ports) });
  const body = readBody(event, job);
  if (!body.ok) return problemResponse(body.problem);
  const owner = { subject: caller.subject };
  const { payload, options } = body.request;
  const filled = fillKey(job, payload, { idempotencyKey: event.headers?.['idempotency-key'], ...owner });
  if (!filled.ok) return problemResponse(refusedPayload(filled.issues));
  try {
    const traceparent = traceOf(event, ports.newHex);
    const prepared = ports.sender.prepare(job, filled.payload, { ...options, traceparent });
    const answer = await admitAndSave(ports, job, prepared, owner);
    return answer.kind === 'saved' ? accepted(answer.record) : problemResponse(keyIsTaken(prepared.jobId));
  } catch (error) {
    return problemResponse(refusal(ports, job, error));
  }
}

/** A full queue refuses nothing that is saved already: the same request again gets the same job. */
async function admitAndSave(
  ports: ApiPorts,
  job: JobDefinition,
  prepared: PreparedMessage,
  owner: LetIn,
): Promise<SaveAnswer> {
  const { admitted, settled } = await ports.sender.admit(job, [prepared]);
  try {
    const [refused] = admitted;
    if (!(refused instanceof Error)) return await saveAndSend(ports, job, prepared, owner);
    const record = await ports.records.get(prepared.jobId);
    if (record === undefined || isForgotten(record, ports.clock.now())) throw refused;
    return isTaken(record, contentOf(job, prepared), owner) ? { kind: 'taken' } : { kind: 'saved', record };
  } finally {
    settled();
  }
}

function keyIsTaken(id: string): Problem {
  return {
    status: 409,
    title: 'The key is taken',
    detail: `${id} exists with another payload, or with other confidential data. The same key is the same job: use a new key for new work.`,
  };
}

/** `status` is where to ask from now on, `jobStatus` what is known already. */
function accepted({ id, status: jobStatus }: JobRecord): APIGatewayProxyStructuredResultV2 {
  const status = jobAddress(id);
  return jsonResponse(202, { id, status, jobStatus }, { location: status });
}

function refusal(ports: ApiPorts, { type }: JobDefinition, error: unknown): Problem {
  if (error instanceof InvalidPayloadError) return refusedPayload(error.issues);
  if (error instanceof PayloadTooLargeError)
    return { status: 413, title: 'The payload is too large', detail: error.message };
  if (error instanceof InvalidEnqueueOptionError) {
    const issues = [{ path: error.option, message: error.allowed }];
    return { status: 400, title: 'The request is refused', detail: 'Nothing was queued.', issues };
  }
  if (error instanceof QueueFullError) {
    const detail = `The queue of ${type} is full. Send the same request again in ${error.seconds} s.`;
    return { status: 429, title: 'The queue is full', detail, retryAfterSeconds: error.seconds };
  }
  // What failed is for the operators' log: a reply carries no address and no stack.
  ports.logger.error('a job could not be saved', { jobType: type, failure: describeError(error) });
  return {
    status: 503,
    title: 'The job could not be saved',
    detail: 'Send the same request again: the same key is the same job.',
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  };
}

function refusedPayload(issues: InvalidPayloadError['issues']): Problem {
  const detail = `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}; nothing was queued.`;
  return { status: 400, title: 'The payload is refused', detail, issues };
}

function knownTypes(ports: ApiPorts): string {
  return `Known types: ${ports.catalogue.jobs.map(({ type }) => type).join(', ') || 'none yet'}.`;
}
