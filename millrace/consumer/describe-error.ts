import { redact } from './redact.ts';

const FRAMES_SHOWN = 4;

/** What is kept and logged of whatever a handler threw; `frames` are the stack's places without its message. */
export interface DescribedError {
  readonly name: string;
  readonly message: string;
  readonly frames: readonly string[];
}

export function describeError(thrown: unknown): DescribedError {
  if (!(thrown instanceof Error)) return { name: 'NonError', message: redact(textOf(thrown)), frames: [] };
  const frames = (thrown.stack ?? '').split('\n').map((line) => line.trim());
  return {
    name: redact(String(thrown.name)),
    message: redact(String(thrown.message)),
    frames: frames.filter((line) => line.startsWith('at ')).slice(0, FRAMES_SHOWN),
  };
}

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that has no text';
  }
}
