import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { JobRecord } from '../record/job-record.ts';
import type { Problem } from './problem.ts';

/** Who was let in. */
export interface LetIn {
  /** Of a token; absent for those whom IAM let in, who are trusted with every job. */
  readonly subject: string | undefined;
}

/** Who calls, or why nobody is let in. */
export type Caller = ({ readonly ok: true } & LetIn) | { readonly ok: false; readonly problem: Problem };

/** A job belongs to the subject that posted it; to anybody else there is none. */
export function mayAsk({ subject }: LetIn, record: Pick<JobRecord, 'subject'>): boolean {
  return subject === undefined || record.subject === subject;
}

/** What a gateway's authorizer may say; a route without one says nothing. */
interface Authorizer {
  readonly iam?: unknown;
  readonly jwt?: { readonly claims?: Readonly<Record<string, unknown>> };
}

/** Who calls, as the gateway's authorizer tells it: a request that no authorizer has seen is refused. */
export function readCaller({ requestContext }: Pick<APIGatewayProxyEventV2, 'requestContext'>): Caller {
  // The event's type knows of no authorizer: its own is checked here.
  const { iam, jwt } = (requestContext as { readonly authorizer?: Authorizer } | undefined)?.authorizer ?? {};
  if (jwt === undefined) return iam ? { ok: true, subject: undefined } : refuse('The request was not authorised.');
  const subject = jwt.claims?.sub;
  if (typeof subject === 'string' && subject !== '') return { ok: true, subject };
  return refuse('The token has no sub: jobs belong to a subject. Use a token that names one.');
}

function refuse(detail: string): Caller {
  return { ok: false, problem: { status: 403, title: 'Nobody is named as the caller', detail } };
}
