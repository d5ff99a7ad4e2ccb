/** What a consumer logged about one delivery. */
export interface OutcomeEvent {
  readonly event: 'outcome';
  readonly outcome: string;
  readonly jobType?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  readonly maxAttempts?: number;
  readonly durationMs?: number;
  readonly reason?: string;
  readonly hiddenSeconds?: number;
  readonly messageId?: string;
  readonly receiveCount?: number;
  readonly message?: string;
  /** The stored result, as JSON text. */
  readonly result?: string;
  /** What the handler threw: name and message, redacted by the consumer. */
  readonly error?: string;
}

const texts = ['jobType', 'jobId', 'reason', 'messageId', 'message', 'result'] as const;
const numbers = ['attempt', 'maxAttempts', 'durationMs', 'hiddenSeconds', 'receiveCount'] as const;

/** The outcome that a line of a worker's output tells, if it tells one. */
export function readOutcomeLine(line: string): OutcomeEvent | undefined {
  if (!line.startsWith('{') || !line.includes('"outcome"')) return undefined;
  const fields = parse(line);
  if (typeof fields?.outcome !== 'string') return undefined;
  return {
    event: 'outcome',
    outcome: fields.outcome,
    ...Object.fromEntries(texts.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]])),
    ...Object.fromEntries(
      numbers.filter((name) => typeof fields[name] === 'number').map((name) => [name, fields[name]]),
    ),
    ...describeFailure(fields),
  };
}

function describeFailure({ failure }: Record<string, unknown>): { error?: string } {
  const isTold = typeof failure === 'object' && failure !== null && 'name' in failure && 'message' in failure;
  return isTold ? { error: `${failure.name}: ${failure.message}` } : {};
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // A handler may print what it likes.
    return undefined;
  }
}
