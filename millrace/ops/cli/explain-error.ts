import { InvalidJobDefinitionError } from '../../definition/definition-errors.ts';
import { InvalidPayloadError } from '../../definition/invalid-payload-error.ts';
import { QueueNotFoundError } from '../../message/queue-not-found-error.ts';
import {
  ConfidentialConflictError,
  EnqueueError,
  InvalidEnqueueOptionError,
  JobOverError,
  PayloadTooLargeError,
  QueueFullError,
} from '../../producer/enqueue-errors.ts';
import { NoAwsAccountError } from '../aws-account.ts';
import { OperatorError, StoppedError, UsageError } from '../operator-error.ts';

/** An error in the words of whoever typed the command. */
export interface ExplainedError {
  readonly exitCode: 1 | 2 | 130;
  readonly message: string;
  readonly nextStep?: string;
  /** True where nobody foresaw it. */
  readonly isBug: boolean;
}

/** Their messages already say what, and what is allowed. */
const speakForThemselves = [
  InvalidPayloadError,
  PayloadTooLargeError,
  InvalidEnqueueOptionError,
  InvalidJobDefinitionError,
  QueueNotFoundError,
  EnqueueError,
  ConfidentialConflictError,
  JobOverError,
  QueueFullError,
  NoAwsAccountError,
];

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH']);

/** What AWS answers, and what to do about it. */
const awsAnswers: readonly (readonly [names: RegExp, nextStep: string])[] = [
  [/^AccessDenied|^UnauthorizedAccess/, 'these credentials lack a right: docs/operating.md lists what a verb needs'],
  [/^ExpiredToken|^TokenExpired/, 'the credentials have expired: run aws sso login, or get new ones'],
  [/^InvalidClientTokenId|^UnrecognizedClient|^InvalidSignature|^CredentialsProvider/, 'check the AWS credentials'],
  [/^ResourceNotFound/, 'check app, stage and Region, and that the stack is deployed'],
  [/^Throttling|^RequestThrottled|^ProvisionedThroughput/, 'AWS asks for patience: try again in a moment'],
];

export function explainError(error: unknown): ExplainedError {
  if (error instanceof OperatorError) {
    return { exitCode: exitCodeOf(error), message: error.message, nextStep: error.nextStep, isBug: false };
  }
  if (!(error instanceof Error)) return { exitCode: 1, message: String(error), isBug: true };
  if (speakForThemselves.some((kind) => error instanceof kind)) {
    return { exitCode: 1, message: error.message, isBug: false };
  }
  const code = unreachableCode(error);
  if (code !== undefined) {
    const nextStep = 'check that it runs (npm start), or the Region and the network';
    return { exitCode: 1, message: `the service does not answer: ${error.message || code}`, nextStep, isBug: false };
  }
  const known = awsAnswers.find(([names]) => names.test(error.name));
  if (known) return { exitCode: 1, message: `${error.name}: ${error.message}`, nextStep: known[1], isBug: false };
  return { exitCode: 1, message: `${error.name}: ${error.message}`, isBug: true };
}

function exitCodeOf(error: OperatorError): ExplainedError['exitCode'] {
  if (error instanceof UsageError) return 2;
  return error instanceof StoppedError ? 130 : 1;
}

/** Node puts the attempts on several addresses together in one error. */
function unreachableCode(error: Error): string | undefined {
  const inner = error instanceof AggregateError ? error.errors : [];
  for (const one of [error, ...inner]) {
    const code = one instanceof Error && 'code' in one ? String(one.code) : '';
    if (UNREACHABLE.has(code)) return code;
    if (one instanceof Error && one.name === 'TimeoutError') return one.name;
  }
  return undefined;
}
