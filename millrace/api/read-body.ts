import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isPlainObject } from '../definition/plain-object.ts';
import { MAX_BODY_BYTES } from '../definition/wire-limits.ts';
import { cleanBody } from '../message/clean-body.ts';
import type { Problem } from './problem.ts';

export type ReadBody =
  | { readonly ok: true; readonly payload: unknown; readonly priority: string | undefined }
  | { readonly ok: false; readonly problem: Problem };

/** The request's `payload` and `priority`, or what is wrong with the request. */
export function readBody(event: APIGatewayProxyEventV2): ReadBody {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    const detail = `The body has ${bytes.length} bytes; at most ${MAX_BODY_BYTES} are allowed. Send a reference instead.`;
    return refuse({ status: 413, title: 'The body is too large', detail });
  }
  let document: unknown;
  try {
    document = JSON.parse(bytes.toString('utf8'));
  } catch {
    return refuse({ status: 400, title: 'The body is not JSON', detail: 'Send {"payload": {…}} as JSON.' });
  }
  const fault = cleanBody(document);
  if (fault !== undefined) {
    const detail =
      fault === 'too-deep'
        ? 'It is nested too deeply.'
        : 'It holds an integer too large to be exact: send it as a string.';
    return refuse({ status: 400, title: 'The body can’t be read', detail });
  }
  if (!isPlainObject(document) || !Object.hasOwn(document, 'payload')) {
    return refuse({ status: 400, title: 'There is no payload', detail: 'Send {"payload": {…}} as JSON.' });
  }
  const { payload, priority } = document;
  if (priority === undefined || typeof priority === 'string') return { ok: true, payload, priority };
  return refuse({ status: 400, title: 'The priority is no text', detail: 'Send it as a string, or leave it out.' });
}

function refuse(problem: Problem): ReadBody {
  return { ok: false, problem };
}
