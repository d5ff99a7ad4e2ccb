import type { JsonSchema } from './payload-schema.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const STATUSES = ['ACCEPTED', 'INPROGRESS', 'FAILED', 'COMPLETED', 'DEAD', 'CANCELLED', 'EXPIRED'];
const status: JsonSchema = {
  enum: STATUSES,
  description: 'FAILED: another attempt is due. DEAD: it waits for a person. The last four are ends.',
};
const id = text('<type>:<key>');
const address = text('Where to ask for the job, below the API’s own address.');

/** The bodies of answers, by the names under which the document refers to them. */
export const answerSchemas: Readonly<Record<string, JsonSchema>> = {
  Accepted: {
    type: 'object',
    required: ['id', 'status', 'jobStatus'],
    properties: { id, status: address, jobStatus: status },
  },
  Job: {
    type: 'object',
    required: ['id', 'type', 'status', 'attempts'],
    properties: {
      ...{ id, type: text('Of the job.'), status },
      attempts: { type: 'integer', minimum: 0, description: 'Runs that reached the handler.' },
      acceptedAt: instant('Saved by the API.'),
      startedAt: instant('Of the last run.'),
      endedAt: instant('Of its end, or its death.'),
      dueAt: instant('Not before then.'),
      isToBeCancelled: { type: 'boolean', description: 'A run holds it: unless that succeeds, it ends cancelled.' },
      reason: text('Why it is dead.'),
      lastError: {
        type: 'object',
        required: ['at', 'attempt', 'name', 'message'],
        properties: {
          at: instant('Of the failure.'),
          attempt: { type: 'integer', minimum: 1 },
          name: text('Of the error.'),
          message: text('Cut, and without what looks like a secret.'),
        },
      },
      result: { description: 'What the handler returned.' },
    },
  },
  Cancelled: {
    type: 'object',
    required: ['id', 'status', 'jobStatus'],
    properties: {
      ...{ id, status: address, jobStatus: { enum: ['CANCELLED', 'INPROGRESS'] } },
      mayHaveHappened: {
        type: 'array',
        items: { type: 'string' },
        description: 'Steps that began and have no known end.',
      },
    },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457. Never holds a value from the request.',
    required: ['type', 'status', 'title', 'detail'],
    properties: {
      type: { const: 'about:blank' },
      status: { type: 'integer' },
      title: text('What is wrong.'),
      detail: text('What to do.'),
      issues: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: text('Where, dotted.'), message: text('What is wrong there.') },
        },
      },
    },
  },
};

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const retryAfter = { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } } };

/** By what an operation can meet. */
export const responses = {
  accepted: {
    description: 'Saved: it runs, whatever happens from now on. The same job again is answered alike.',
    headers: { Location: { description: 'Where to ask for it.', schema: { type: 'string' } } },
    content: json('Accepted'),
  },
  job: { description: 'How far it is.', content: json('Job') },
  cancelled: { description: 'It will not run.', content: json('Cancelled') },
  cancelling: { description: 'A run holds it: unless that succeeds, it ends cancelled.', content: json('Cancelled') },
  refused: { description: 'What is wrong, and where; nothing was queued.', content: problem },
  unauthorised: { description: 'The gateway knows no such caller.' },
  forbidden: { description: 'The gateway does not let this caller in.' },
  unknown: { description: 'There is none, or it is somebody else’s.', content: problem },
  taken: { description: 'Another payload stands under the key.', content: problem },
  over: { description: 'It has ended, or is dead.', content: problem },
  tooLarge: { description: 'Send a reference instead.', content: problem },
  otherMedia: { description: 'Not JSON in UTF-8.', content: problem },
  full: {
    description:
      'The queue is full: the same request again, after so many seconds. Without the header: the gateway’s own limit.',
    headers: retryAfter,
    content: problem,
  },
  unanswered: {
    description: 'The same request again, after so many seconds: the same key is the same job.',
    headers: retryAfter,
    content: problem,
  },
} as const;
