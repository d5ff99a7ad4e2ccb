import { redact } from './redact.ts';

const FRAMES_SHOWN = 4;
const LONGEST_NAME = 64;
const LONGEST_CAUSE = 120;
/** Causes may go round in a circle. */
const DEEPEST_CAUSE = 5;

/** What is kept and logged of whatever a handler threw; `frames` are the stack's places without its message. */
export interface DescribedError {
  readonly name: string;
  readonly message: string;
  readonly frames: readonly string[];
}

export function describeError(thrown: unknown): DescribedError {
  if (!(thrown instanceof Error)) return { name: 'NonError', message: redact(textOf(() => thrown)), frames: [] };
  const message = textOf(() => thrown.message);
  // The stack begins with the message, whose own lines may look like places.
  const stack = textOf(() => thrown.stack);
  const places = stack.replace(message, '').split('\n');
  return {
    name: redact(
      textOf(() => thrown.name),
      LONGEST_NAME,
    ),
    message: redact(message) + causeOf(thrown),
    frames: places
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at '))
      .slice(0, FRAMES_SHOWN),
  };
}

/** What stood behind it all: `fetch failed` alone tells nobody which host did not answer. */
function causeOf(thrown: Error): string {
  const cause = firstCause(thrown);
  if (cause === undefined) return '';
  const told = cause instanceof Error ? nameCodeMessage(cause) : textOf(() => cause);
  return `; caused by ${redact(told, LONGEST_CAUSE)}`;
}

function nameCodeMessage(error: Error): string {
  const code = read(() => ('code' in error ? error.code : undefined));
  const name = textOf(() => error.name) + (code === undefined ? '' : ` ${textOf(() => code)}`);
  const message = textOf(() => error.message);
  return message === '' ? name : `${name}: ${message}`;
}

function firstCause(thrown: Error): unknown {
  let first: unknown;
  for (let depth = 0, error: unknown = thrown; depth < DEEPEST_CAUSE && error instanceof Error; depth += 1) {
    const cause = behind(error);
    // A plain object has no text of its own.
    if (cause === undefined || (typeof cause === 'object' && !(cause instanceof Error))) break;
    first = cause;
    error = cause;
  }
  return first;
}

function behind(error: Error): unknown {
  return read(() => error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined));
}

function read(value: () => unknown): unknown {
  try {
    return value();
  } catch {
    return undefined;
  }
}

/** Whatever a handler threw may throw again when it is looked at. */
function textOf(read: () => unknown): string {
  try {
    return String(read());
  } catch {
    return 'something that has no text';
  }
}
