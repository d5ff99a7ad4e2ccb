import { issueWords } from '../../definition/issue-words.ts';
import { payloadPath } from '../../definition/payload-path.ts';
import type { WebhookDefinition, WebhookEvent } from '../../definition/webhook-definition.ts';
import type { Problem } from '../problem.ts';
import type { Scheme } from './scheme.ts';
import type { SignedRequest } from './signed-request.ts';

export type ReadEvent =
  | { readonly ok: true; readonly event: WebhookEvent<unknown> }
  | { readonly ok: false; readonly problem: Problem };

/** The event in a request whose signature was right. */
export function readEvent({ source, events }: WebhookDefinition, scheme: Scheme, request: SignedRequest): ReadEvent {
  let document: unknown;
  try {
    document = JSON.parse(request.bytes.toString('utf8'));
  } catch {
    return refuse({
      title: 'The body is not JSON',
      detail: 'Set the content type of the webhook to application/json.',
    });
  }
  const named = scheme.identify(request, document);
  const body = events.safeParse(document);
  const nameless = named === undefined ? [{ path: 'id', message: 'must be a string that names the event' }] : [];
  if (named !== undefined && body.success) {
    return { ok: true, event: { id: `${source}:${named.id}`, type: named.type, body: body.data } };
  }
  const issues = body.success
    ? nameless
    : body.error.issues.map((issue) => ({ path: pathOf(issue.path), message: issueWords(issue) }));
  return refuse({ title: 'The event is refused', detail: 'It is not of the schema; nothing was queued.', issues });
}

function pathOf(keys: readonly PropertyKey[]): string {
  return keys.length === 0 ? '(body)' : payloadPath(keys);
}

function refuse(problem: Omit<Problem, 'status'>): ReadEvent {
  return { ok: false, problem: { status: 400, ...problem } };
}
