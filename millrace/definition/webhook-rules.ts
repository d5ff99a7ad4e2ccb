import type * as z from 'zod';
import type { DefinitionProblem } from './definition-errors.ts';
import type { JobDefinition } from './job-definition.ts';
import { type Known, unknownIn } from './known-fields.ts';
import { isPlainObject } from './plain-object.ts';
import { isSchema } from './schema-rules.ts';
import { secretKind } from './secret-kinds.ts';
import type { SignatureScheme, WebhookSpec } from './webhook-definition.ts';

const NOT_AN_OBJECT = 'must be an object with source, signature, secret, events, jobs and job';
const SOURCE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_SOURCE = 32;
/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html */
const SECRET_NAME = /^[\w/+=.@-]{1,512}$/;
const MOST_TOLERANCE_SECONDS = 3600;

type AnySpec = WebhookSpec<string, z.ZodType, readonly [JobDefinition, ...JobDefinition[]]>;

const specFields: Known<AnySpec> = {
  ...{ source: true, signature: true, toleranceSeconds: true, secret: true, events: true, jobs: true, job: true },
};
const signatureFields: Known<AnySpec['signature']> = { scheme: true };
/** Whether a scheme signs a time, so that a request can be too old. */
const signsTime: ReadonlyMap<unknown, boolean> = new Map(
  Object.entries({ stripe: true, github: false } satisfies Record<SignatureScheme, boolean>),
);

/** Every rule that a webhook breaks, with what was given and what is allowed. */
export function brokenWebhookRules(given: unknown): DefinitionProblem[] {
  if (!isPlainObject(given)) return [{ field: 'definition', given, allowed: NOT_AN_OBJECT }];
  const problems = [
    sourceProblem(given.source),
    schemeProblem(given.signature),
    toleranceProblem(given),
    secretProblem(given.secret),
    isSchema(given.events) ? undefined : { field: 'events', given: given.events, allowed: 'must be a zod 4 schema' },
    jobsProblem(given.jobs),
    typeof given.job === 'function' ? undefined : { field: 'job', given: given.job, allowed: 'must be a function' },
  ];
  return [
    ...unknownIn(given, specFields, ''),
    ...unknownIn(given.signature, signatureFields, 'signature.'),
    ...problems.filter((problem) => problem !== undefined),
  ];
}

function sourceProblem(given: unknown): DefinitionProblem | undefined {
  if (typeof given === 'string' && SOURCE.test(given) && given.length <= LONGEST_SOURCE) return undefined;
  const allowed = `must be lower-case words joined by hyphens, at most ${LONGEST_SOURCE} characters`;
  return { field: 'source', given, allowed };
}

function schemeProblem(signature: unknown): DefinitionProblem | undefined {
  const scheme = isPlainObject(signature) ? signature.scheme : undefined;
  if (signsTime.has(scheme)) return undefined;
  return { field: 'signature.scheme', given: scheme, allowed: `must be one of ${[...signsTime.keys()].join(', ')}` };
}

function toleranceProblem({ signature, toleranceSeconds: given }: Readonly<Record<string, unknown>>) {
  if (given === undefined) return undefined;
  if (isPlainObject(signature) && signsTime.get(signature.scheme) === false) {
    const allowed = 'must be left out: GitHub signs no time, and a delivery that comes again is the same job';
    return { field: 'toleranceSeconds', given, allowed };
  }
  if (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MOST_TOLERANCE_SECONDS) return undefined;
  const allowed = `must be a whole number from 1 to ${MOST_TOLERANCE_SECONDS}`;
  return { field: 'toleranceSeconds', given, allowed };
}

/** Says nothing of what was given: it may be the secret itself. */
function secretProblem(given: unknown): DefinitionProblem | undefined {
  const isName = typeof given === 'string' && SECRET_NAME.test(given.replaceAll('{stage}', ''));
  if (isName && secretKind(given) === undefined) return undefined;
  const allowed =
    'must be the name of a secret in Secrets Manager, such as my-app/{stage}/stripe-webhook, never its value';
  return { field: 'secret', given: given === undefined ? undefined : 'something else', allowed };
}

function jobsProblem(given: unknown): DefinitionProblem | undefined {
  // What defineJob returned has its derived numbers.
  const isJob = (one: unknown) => isPlainObject(one) && one.timing !== undefined;
  if (Array.isArray(given) && given.length > 0 && given.every(isJob)) return undefined;
  return { field: 'jobs', given, allowed: 'must be a list of what defineJob returned, one or more' };
}
