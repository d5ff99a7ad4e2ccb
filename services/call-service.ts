import type * as z from 'zod';
import { apiKey } from './api-key.ts';
import { type ServiceName, serviceUrl } from './environment.ts';
import { refusal } from './refusal.ts';
import { ServiceCallError } from './service-call-error.ts';

export interface ServiceCall<Answer extends z.ZodType> {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the service's URL, its parts percent-encoded. */
  readonly path: string;
  /** The API key ends the path instead of being a bearer token. */
  readonly keyInPath?: boolean;
  /** Sent as JSON; form fields as a form. */
  readonly body?: object | URLSearchParams;
  /** The provider does it once for the same key. */
  readonly idempotencyKey?: string;
  readonly answer: Answer;
  readonly signal: AbortSignal;
}

/**
 * One request to an outside service. Errors name the service, the status and the provider's code, never what was sent.
 * @throws PermanentError when the request is refused for good; RetryLaterError when the service says when to come back;
 * ServiceCallError for everything that may pass.
 */
export async function callService<Answer extends z.ZodType>(call: ServiceCall<Answer>): Promise<z.output<Answer>> {
  const request = await prepare(call);
  const { response, text } = await exchange(call, request);
  if (!response.ok) throw refusal(call.service, response, text);
  const answer = call.answer.safeParse(jsonOrText(text));
  if (answer.success) return answer.data;
  const paths = answer.error.issues.map((issue) => issue.path.join('.') || '(answer)').join(', ');
  throw new ServiceCallError(call.service, `answered ${response.status} with something else than expected: ${paths}`);
}

async function prepare(call: ServiceCall<z.ZodType>): Promise<Request> {
  const { service, method, path, body, idempotencyKey, signal } = call;
  const key = await apiKey(service, signal);
  const headers = new Headers({ accept: 'application/json' });
  if (key !== undefined && !call.keyInPath) headers.set('authorization', `Bearer ${key}`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const isForm = body instanceof URLSearchParams;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const address = serviceUrl(service) + path + (key !== undefined && call.keyInPath ? `/${key}` : '');
  const content = body === undefined ? null : isForm ? body : JSON.stringify(body);
  // A redirect would carry the request, and its key, to an address that nobody configured.
  return new Request(address, { method, headers, body: content, redirect: 'error', signal });
}

async function exchange({ service, signal }: ServiceCall<z.ZodType>, request: Request) {
  try {
    const response = await fetch(request);
    return { response, text: await response.text() };
  } catch (cause) {
    const what = signal.aborted ? 'not waited for any longer, the run was aborted' : `did not answer${reason(cause)}`;
    throw new ServiceCallError(service, what, { cause });
  }
}

/** The network's word for it, which fetch keeps one level down. */
function reason(error: unknown): string {
  const inner = error instanceof Error ? error.cause : undefined;
  return inner instanceof Error && 'code' in inner ? ` (${String(inner.code)})` : '';
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
