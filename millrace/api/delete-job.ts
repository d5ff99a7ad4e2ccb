import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '../consumer/describe-error.ts';
import { isJobId, typeOfJobId } from '../definition/job-id.ts';
import { cancelAnyJob } from '../producer/cancel-any-job.ts';
import type { CancelAnswer } from '../record/cancel-job.ts';
import type { ApiPorts } from './api-ports.ts';
import { type LetIn, mayAsk, readCaller } from './caller.ts';
import { jobAddress } from './job-address.ts';
import { jsonResponse } from './json-response.ts';
import { noSuchJob, type Problem, problemResponse } from './problem.ts';

/** `DELETE /jobs/{id}`: cancels a job before it runs, or asks the run that holds it. Asked again, it answers the same. */
export async function deleteJob(
  ports: ApiPorts,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const caller = readCaller(event);
  if (!caller.ok) return problemResponse(caller.problem);
  const id = event.pathParameters?.id ?? '';
  const job = ports.catalogue.jobs.find(({ type }) => type === typeOfJobId(id));
  if (!job || !isJobId(id)) return problemResponse(noSuchJob);
  try {
    if (!(await isOwn(ports, caller, id))) return problemResponse(noSuchJob);
    const answer = await cancelAnyJob(cancelPorts(ports), job, id, ports.clock.now());
    if (answer.kind === 'cancelled') return told(200, id, { jobStatus: 'CANCELLED', ...effects(answer) });
    if (answer.kind === 'cancelling') return told(202, id, { jobStatus: 'INPROGRESS', ...effects(answer) });
    return problemResponse(refusal(answer));
  } catch (error) {
    ports.logger.error('a job could not be cancelled', { jobId: id, failure: describeError(error) });
    const detail = 'Its record, or its delay, did not answer. Send the same request again.';
    return problemResponse({ status: 503, title: 'The job could not be cancelled', detail, retryAfterSeconds: 5 });
  }
}

function cancelPorts({ records, sender, logger }: ApiPorts): Parameters<typeof cancelAnyJob>[0] {
  return {
    records,
    delays: sender.delays,
    notDeleted: (jobId, error) =>
      logger.warn('a cancelled job waits still: it comes, and is dropped', { jobId, failure: describeError(error) }),
  };
}

/** A job without a record is nobody's own: to cancel it would keep its owner from sending it. */
async function isOwn({ records }: ApiPorts, caller: LetIn, id: string): Promise<boolean> {
  if (caller.subject === undefined) return true;
  const record = await records.get(id);
  return record !== undefined && mayAsk(caller, record);
}

/** `mayHaveHappened`: steps that began and have no known end. */
function effects({ unknownEffects }: { readonly unknownEffects?: readonly string[] }) {
  return unknownEffects === undefined ? {} : { mayHaveHappened: unknownEffects };
}

function told(statusCode: 200 | 202, id: string, more: object): APIGatewayProxyStructuredResultV2 {
  return jsonResponse(statusCode, { id, status: jobAddress(id), ...more });
}

function refusal(answer: Exclude<CancelAnswer, { kind: 'cancelled' | 'cancelling' }>): Problem {
  switch (answer.kind) {
    case 'dead': {
      const detail =
        'It is in the dead-letter queue, and runs again only where an operator sends it: discard it there.';
      return { status: 409, title: 'The job is dead', detail };
    }
    case 'ended':
      return { status: 409, title: 'The job has ended', detail: `Its status is ${answer.status}.` };
    case 'contended': {
      const detail = 'It moved each time it was looked at. Send the same request again.';
      return { status: 503, title: 'The job could not be cancelled', detail, retryAfterSeconds: 1 };
    }
  }
}
