import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '../../consumer/describe-error.ts';
import type { SignatureScheme, WebhookDefinition, WebhookEvent } from '../../definition/webhook-definition.ts';
import type { ApiHandler } from '../create-api.ts';
import { type Problem, problemResponse } from '../problem.ts';
import { saveAndSend } from '../save-and-send.ts';
import { githubScheme } from './github-scheme.ts';
import { readEvent } from './read-event.ts';
import { connectReceiver, type ReceiverPorts } from './receiver-ports.ts';
import type { Scheme } from './scheme.ts';
import { signedRequest } from './signed-request.ts';
import { stripeScheme } from './stripe-scheme.ts';
import { type Verdict, verifyRequest } from './verify-request.ts';

/** Far above what the providers' events come to, and below what a function is handed. */
const MOST_BODY_BYTES = 1024 * 1024;
const TRY_AGAIN_SECONDS = 30;

const schemes: Readonly<Record<SignatureScheme, Scheme>> = { stripe: stripeScheme, github: githubScheme };

/** The Lambda handler of a webhook, over ports where a test gives them: 2xx once the job is durable. */
export function receive(webhook: WebhookDefinition, ports?: ReceiverPorts): ApiHandler {
  let connected = ports;
  return async (event) => {
    connected ??= connectReceiver(webhook);
    const answer = await answerRequest(webhook, connected, event);
    return 'status' in answer ? problemResponse(answer) : answer;
  };
}

async function answerRequest(
  webhook: WebhookDefinition,
  ports: ReceiverPorts,
  event: Parameters<ApiHandler>[0],
): Promise<APIGatewayProxyStructuredResultV2 | Problem> {
  const { source } = webhook;
  const scheme = schemes[webhook.scheme];
  const request = signedRequest(event);
  if (request.bytes.length > MOST_BODY_BYTES) {
    return { status: 413, title: 'The body is too large', detail: `At most ${MOST_BODY_BYTES} bytes are allowed.` };
  }
  let verdict: Verdict;
  try {
    verdict = await verifyRequest(webhook, scheme, request, { secrets: ports.secrets, nowMs: ports.clock.now() });
  } catch (error) {
    return notNow(ports, 'a signature could not be checked', { source, failure: told(error) });
  }
  if (!verdict.ok) {
    ports.logger.warn('a request to a webhook was refused', { source, because: `signature ${verdict.because}` });
    // The same for all: what was wrong would help to guess.
    return { status: 401, title: 'The signature is refused', detail: 'It is missing, wrong, or not of now.' };
  }
  const read = readEvent(webhook, scheme, request);
  if (read.ok) return await enqueue(webhook, ports, read.event);
  ports.logger.error('an event of a webhook was refused', {
    source,
    because: read.problem.title,
    issues: read.problem.issues,
  });
  return read.problem;
}

/** No queue is too full for it: some providers send an event once, and what is refused is lost. */
async function enqueue(
  webhook: WebhookDefinition,
  ports: ReceiverPorts,
  event: WebhookEvent<unknown>,
): Promise<APIGatewayProxyStructuredResultV2 | Problem> {
  const { source } = webhook;
  try {
    const wanted = webhook.job(event);
    if (wanted === undefined) {
      ports.logger.info('an event of a webhook asks for no job', { source });
      return { statusCode: 200 };
    }
    const { job, payload, confidential } = wanted;
    if (!webhook.jobs.includes(job)) throw new Error(`${job.type} is not among the webhook's jobs`);
    const prepared = ports.sender.prepare(job, payload, { confidential });
    const { kind } = await saveAndSend(ports, job, prepared, { subject: undefined });
    // The event has its job, which a second one with other content does not change.
    if (kind === 'taken')
      ports.logger.warn('an event came again with other content', { source, jobId: prepared.jobId });
    return { statusCode: 202 };
  } catch (error) {
    return notNow(ports, 'the job of an event could not be saved', { source, failure: told(error) });
  }
}

function notNow(ports: ReceiverPorts, message: string, extra: Readonly<Record<string, unknown>>): Problem {
  ports.logger.error(message, extra);
  const detail = 'Send the same request again: the same event is the same job.';
  return { status: 503, title: 'The event is not taken just now', detail, retryAfterSeconds: TRY_AGAIN_SECONDS };
}

/** What a service of AWS refuses names the resource by its ARN, which holds the account. */
function told(error: unknown) {
  const { name, message, frames } = describeError(error);
  return { name, message: message.replaceAll(/\barn:\S+/g, '(an ARN)'), frames };
}
