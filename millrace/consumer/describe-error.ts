import { redact } from './redact.ts';

const FRAMES_SHOWN = 4;
const LONGEST_NAME = 64;
const LONGEST_CAUSE = 120;

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

/** What stood behind it, one level deep: `fetch failed` alone tells nobody which host did not answer. */
function causeOf(thrown: Error): string {
  const cause = read(() => thrown.cause ?? (thrown instanceof AggregateError ? thrown.errors[0] : undefined));
  // A plain object has no text of its own.
  if (cause === undefined || (typeof cause === 'object' && !(cause instanceof Error))) return '';
  if (!(cause instanceof Error))
    return `; caused by ${redact(
      textOf(() => cause),
      LONGEST_CAUSE,
    )}`;
  const code = read(() => ('code' in cause ? cause.code : undefined));
  const told = [textOf(() => cause.name), ...(code === undefined ? [] : [textOf(() => code)])].join(' ');
  const message = textOf(() => cause.message);
  return `; caused by ${redact(message === '' ? told : `${told}: ${message}`, LONGEST_CAUSE)}`;
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
