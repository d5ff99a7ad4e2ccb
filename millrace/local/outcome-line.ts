/** What a consumer logged about one delivery. */
export interface OutcomeEvent {
  readonly event: 'outcome';
  readonly outcome: string;
  readonly jobType?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  readonly durationMs?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly messageId?: string;
  /** How often SQS handed the message out, this time included. */
  readonly receiveCount?: number;
  /** JSON text of the stored result. */
  readonly result?: string;
}

/** The outcome that a line of a worker's output tells, if it tells one. */
export function readOutcomeLine(line: string): OutcomeEvent | undefined {
  if (!line.startsWith('{') || !line.includes('"outcome"')) return undefined;
  const fields = parse(line);
  if (typeof fields?.outcome !== 'string') return undefined;
  return {
    event: 'outcome',
    outcome: fields.outcome,
    ...optional('jobType', 'string', fields),
    ...optional('jobId', 'string', fields),
    ...optional('attempt', 'number', fields),
    ...optional('durationMs', 'number', fields),
    ...optional('reason', 'string', fields),
    ...optional('message', 'string', fields),
    ...optional('messageId', 'string', fields),
    ...optional('receiveCount', 'number', fields),
    ...optional('result', 'string', fields),
  };
}

function optional(name: string, type: 'string' | 'number', fields: Record<string, unknown>): object {
  return typeof fields[name] === type ? { [name]: fields[name] } : {};
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // A handler may print what it likes.
    return undefined;
  }
}
