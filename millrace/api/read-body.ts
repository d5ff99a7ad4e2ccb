import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { JobDefinition } from '../definition/job-definition.ts';
import { nearestName } from '../definition/nearest-name.ts';
import { showKey } from '../definition/payload-path.ts';
import { isPlainObject } from '../definition/plain-object.ts';
import { MAX_BODY_BYTES, MAX_CONFIDENTIAL_BYTES } from '../definition/wire-limits.ts';
import { cleanBody } from '../message/clean-body.ts';
import type { PrepareOptions } from '../producer/enqueue-options.ts';
import { bodyBytes } from './body-bytes.ts';
import type { Problem } from './problem.ts';

/** What a request asks for. */
export interface JobRequest {
  readonly payload: unknown;
  /** As given: checked with the job that they are for. */
  readonly options: PrepareOptions;
}

export type ReadBody =
  | { readonly ok: true; readonly request: JobRequest }
  | { readonly ok: false; readonly problem: Problem };

const SEND_JSON = 'Send {"payload": {…}} as JSON.';
/** The body's fields beside `payload`: options of `enqueue`, by their types. */
const OPTION_TYPES = {
  priority: 'string',
  delaySeconds: 'number',
  expiresAt: 'string',
  confidential: 'object',
} as const;
const FIELDS = ['payload', ...Object.keys(OPTION_TYPES)];

/** The request's payload and options, or what is wrong with the request. */
export function readBody(event: APIGatewayProxyEventV2, job: Pick<JobDefinition, 'confidential'>): ReadBody {
  const media = mediaProblem(event);
  if (media !== undefined) return { ok: false, problem: media };
  const bytes = bodyBytes(event);
  const mostBytes = MAX_BODY_BYTES + (job.confidential === undefined ? 0 : MAX_CONFIDENTIAL_BYTES);
  if (bytes.length > mostBytes) {
    const detail = `The body has ${bytes.length} bytes; at most ${mostBytes} are allowed. Send a reference instead.`;
    return refuse({ status: 413, title: 'The body is too large', detail });
  }
  let document: unknown;
  try {
    document = JSON.parse(bytes.toString('utf8'));
  } catch {
    return refuse({ status: 400, title: 'The body is not JSON', detail: SEND_JSON });
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
    return refuse({ status: 400, title: 'There is no payload', detail: SEND_JSON });
  }
  return readFields(document);
}

function readFields({ payload, ...options }: Record<string, unknown>): ReadBody {
  const issues = Object.entries(options).flatMap(([path, value]) => {
    if (!Object.hasOwn(OPTION_TYPES, path)) return [{ path: showKey(path), message: unknownField(path) }];
    const type = OPTION_TYPES[path as keyof typeof OPTION_TYPES]; // just seen to be one of them
    return typeof value === type ? [] : [{ path, message: `must be a ${type}, or left out` }];
  });
  // Each option has been seen to be of its type.
  if (issues.length === 0) return { ok: true, request: { payload, options: options as PrepareOptions } };
  return refuse({ status: 400, title: 'The request is refused', detail: 'Nothing was queued.', issues });
}

function unknownField(path: string): string {
  const nearest = nearestName(path, FIELDS);
  return `no such field beside ${FIELDS.join(', ')}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** No type is taken for JSON; curl's default, a form, is not, and neither is a body that is packed. */
function mediaProblem({ headers = {} }: APIGatewayProxyEventV2): Problem | undefined {
  const { 'content-type': type = 'application/json', 'content-encoding': encoding = 'identity' } = headers;
  const isJson = /^application\/([\w.!#$&^-]+\+)?json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim());
  if (isJson && /^identity$/i.test(encoding.trim())) return undefined;
  const detail = 'Send JSON in UTF-8, not compressed, with the header content-type: application/json.';
  return { status: 415, title: 'The body is not of a type that is taken', detail };
}

function refuse(problem: Problem): ReadBody {
  return { ok: false, problem };
}
