import type { Catalogue } from '../../definition/catalogue.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { LONGEST_DELAY_SECONDS } from '../../producer/enqueue-options.ts';
import { answerSchemas, responses } from './answers.ts';
import { type JsonSchema, payloadSchema, requestSchema, resultSchema } from './payload-schema.ts';

/** The HTTP API of these jobs, as an OpenAPI 3.1 document. */
export function openApiDocument({ jobs }: Pick<Catalogue, 'jobs'>, app: string): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: `Background jobs of ${app}`,
      version: '1',
      description: 'Made from jobs/ by: npm run docs',
    },
    security: [{ sigv4: [] }, { jwt: [] }],
    paths: {
      ...Object.fromEntries(jobs.map((job) => [`/jobs/${job.type}`, { post: postOf(job) }])),
      ...(jobs.length === 0 ? {} : { '/jobs/{id}': ofOneJob }),
    },
    components: {
      securitySchemes: {
        sigv4: {
          ...{ type: 'apiKey', in: 'header', name: 'Authorization' },
          description: 'AWS Signature Version 4 for execute-api: stages without a token issuer.',
        },
        jwt: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          description: 'Stages with a token issuer. A job belongs to the subject of its token.',
        },
      },
      schemas: answerSchemas,
    },
  };
}

function postOf(job: JobDefinition): JsonSchema {
  return {
    operationId: `send-${job.type.replace('.', '-')}`,
    summary: `Sends a job of ${job.type}`,
    description: `Its key is ${job.idempotencyKey.join(', ')}: the same key is the same job. ${resultWords(job)}`,
    parameters: [idempotencyKey, traceparent],
    requestBody: { required: true, content: { 'application/json': { schema: bodyOf(job) } } },
    responses: {
      202: responses.accepted,
      400: responses.refused,
      401: responses.unauthorised,
      403: responses.forbidden,
      409: responses.taken,
      413: responses.tooLarge,
      415: responses.otherMedia,
      429: responses.full,
      503: responses.unanswered,
    },
  };
}

function bodyOf(job: JobDefinition): JsonSchema {
  return {
    type: 'object',
    required: ['payload', ...(job.confidential === undefined ? [] : ['confidential'])],
    additionalProperties: false,
    properties: {
      payload: payloadSchema(job),
      ...(job.confidential === undefined
        ? {}
        : {
            confidential: {
              ...requestSchema(job.confidential),
              description: 'Kept encrypted beside the job’s record until the job is over, and given back to nobody.',
            },
          }),
      ...(job.priorities.length === 0
        ? {}
        : {
            priority: { enum: job.priorities, default: job.priorities.at(-1), description: 'The most urgent first.' },
          }),
      ...(job.orderedBy === undefined
        ? {
            delaySeconds: {
              ...{ type: 'integer', minimum: 0, maximum: LONGEST_DELAY_SECONDS },
              description: 'Not to be run before; more than 900 are rounded up to the next whole minute.',
            },
          }
        : {}),
      expiresAt: { type: 'string', format: 'date-time', description: 'After that it is dropped unrun.' },
    },
  };
}

function resultWords({ result }: JobDefinition): string {
  const { properties } = resultSchema(result) as { readonly properties?: object };
  return properties === undefined ? '' : `Its result has ${Object.keys(properties).join(', ')}.`;
}

const idempotencyKey: JsonSchema = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  description:
    'Stands in for the one field of the key that the payload leaves out: the same request again is the same job.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const traceparent: JsonSchema = {
  ...{ name: 'traceparent', in: 'header', required: false },
  description: 'W3C Trace Context, carried on to each run. A new one where it is missing.',
  schema: { type: 'string' },
};

const jobId: JsonSchema = {
  ...{ name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  description: '<type>:<key>, percent-encoded, as an accepted job’s address has it.',
};

const ofOneJob: JsonSchema = {
  parameters: [jobId],
  get: {
    operationId: 'get-job',
    summary: 'Tells how far a job is',
    responses: {
      200: responses.job,
      401: responses.unauthorised,
      403: responses.forbidden,
      404: responses.unknown,
      503: responses.unanswered,
    },
  },
  delete: {
    operationId: 'cancel-job',
    summary: 'Cancels a job before it runs, or asks the run that holds it',
    responses: {
      200: responses.cancelled,
      202: responses.cancelling,
      401: responses.unauthorised,
      403: responses.forbidden,
      404: responses.unknown,
      409: responses.over,
      503: responses.unanswered,
    },
  },
};
