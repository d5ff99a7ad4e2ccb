import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '../consumer/describe-error.ts';
import { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { InvalidEnqueueOptionError, PayloadTooLargeError } from '../producer/enqueue-errors.ts';
import type { PreparedMessage } from '../producer/prepare-message.ts';
import type { JobRecord, JobStatus } from '../record/job-record.ts';
import { payloadHash } from '../record/payload-hash.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import type { JobContent } from '../record/writes/job-content.ts';
import { accept } from '../record/writes/unclaimed.ts';
import type { ApiPorts } from './api-ports.ts';
import { type Problem, problemResponse } from './problem.ts';
import { readBody } from './read-body.ts';

const TRY_AGAIN_SECONDS = 5;

/** `POST /jobs/{type}` `{ payload, priority? }`: validates, saves, sends; 202 with the job's id and where to ask for its status. */
export async function postJob(
  ports: ApiPorts,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const type = event.pathParameters?.type ?? '';
  const job = ports.catalogue.jobs.find((candidate) => candidate.type === type);
  if (!job) return problemResponse({ status: 404, title: 'No such job type', detail: knownTypes(ports) });
  const body = readBody(event);
  if (!body.ok) return problemResponse(body.problem);
  try {
    const { payload, priority } = body;
    const prepared = ports.sender.prepare(job, payload, priority === undefined ? {} : { priority });
    const { record, isTaken } = await save(ports, job, prepared);
    if (isTaken) return problemResponse(keyIsTaken(prepared.jobId));
    // A message more would change nothing of a job that has ended, and add a copy to those of a dead one.
    const hasEnded = ENDED.has(record.status);
    const [failure] = hasEnded ? [] : await ports.sender.send(job, [prepared]);
    if (failure) throw failure;
    return accepted(record);
  } catch (error) {
    return problemResponse(refusal(ports, job, error));
  }
}

const ENDED: ReadonlySet<JobStatus> = new Set<JobStatus>(['COMPLETED', 'EXPIRED', 'DEAD']);

interface Saved {
  /** What stands now: this job, or what stood there before. */
  readonly record: JobRecord;
  /** Another payload stands under the key. */
  readonly isTaken: boolean;
}

/** A record of the job lets its status be asked for before a worker has it. */
async function save(ports: ApiPorts, job: JobDefinition, { jobId: id, data }: PreparedMessage): Promise<Saved> {
  const { type, version } = job;
  const content: JobContent = { id, type, version, validation: payloadHash(data) };
  const nowMs = ports.clock.now();
  const write = accept(content, { nowMs, expiration: recordExpiration(job, nowMs) });
  const { record } = await ports.records.update(write);
  if (record === undefined) throw new Error(`${id} was not saved, and no record stands there`);
  return { record, isTaken: record.version === version && record.validation !== content.validation };
}

function keyIsTaken(id: string): Problem {
  return {
    status: 409,
    title: 'The key is taken',
    detail: `${id} exists with another payload. The same key is the same job: use a new key for new work.`,
  };
}

/** `status` is where to ask from now on, `jobStatus` what is known already. */
function accepted({ id, status: jobStatus }: JobRecord): APIGatewayProxyStructuredResultV2 {
  const status = `/jobs/${encodeURIComponent(id)}`;
  return {
    statusCode: 202,
    headers: { 'content-type': 'application/json', location: status },
    body: JSON.stringify({ id, status, jobStatus }),
  };
}

function refusal(ports: ApiPorts, { type, priorities }: JobDefinition, error: unknown): Problem {
  if (error instanceof InvalidPayloadError) {
    const detail = `${error.issues.length} ${error.issues.length === 1 ? 'issue' : 'issues'}; nothing was queued.`;
    return { status: 400, title: 'The payload is refused', detail, issues: error.issues };
  }
  if (error instanceof PayloadTooLargeError)
    return { status: 413, title: 'The payload is too large', detail: error.message };
  // A request has one option only.
  if (error instanceof InvalidEnqueueOptionError) {
    const known = priorities.length === 0 ? 'This job has none: leave it out.' : `Known: ${priorities.join(', ')}.`;
    return { status: 400, title: 'No such priority', detail: known };
  }
  // What failed is for the operators' log: a reply carries no address and no stack.
  ports.log('a job could not be queued', { jobType: type, failure: describeError(error) });
  return {
    status: 503,
    title: 'The job could not be queued',
    detail: 'Send the same request again: the same key is the same job.',
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  };
}

function knownTypes(ports: ApiPorts): string {
  return `Known types: ${ports.catalogue.jobs.map(({ type }) => type).join(', ') || 'none yet'}.`;
}
