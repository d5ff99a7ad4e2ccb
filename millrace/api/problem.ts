import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { PayloadIssue } from '../definition/invalid-payload-error.ts';

/** An RFC 9457 problem: what is wrong, where, and what to do. Never a value from the request. */
export interface Problem {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
  readonly title: string;
  readonly detail: string;
  readonly issues?: readonly PayloadIssue[];
  readonly retryAfterSeconds?: number;
}

export function problemResponse({ retryAfterSeconds, ...problem }: Problem): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({ type: 'about:blank', ...problem }),
  };
}

export const noSuchJob: Problem = {
  status: 404,
  title: 'No such job',
  detail: 'There is no record of a job with this id: it was never sent, or is not known any more.',
};
