import type { ConsumerLogger, JobLogger } from '../../consumer/consumer-logger.ts';
import type { OutcomeName } from '../../consumer/outcome.ts';
import type { Life } from './life.ts';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** What all workers have logged, in order. */
export interface RecordedLog {
  readonly lines: readonly LogLine[];
  /** How deliveries ended: of this job, or of all. */
  outcomes(jobId?: string): OutcomeName[];
  /** Tells of a delayed job that could not be taken away. */
  notDeleted(id: string, error: unknown): void;
  /** The logger of one worker: with its process its voice ends. */
  logger(life: Life): ConsumerLogger;
}

export function createRecordedLog(): RecordedLog {
  const lines: LogLine[] = [];
  const recording = (life: Life, fields: Readonly<Record<string, unknown>>): JobLogger => {
    const write = (level: string) => (message: string, extra?: Readonly<Record<string, unknown>>) => {
      if (!life.isOver()) lines.push({ ...fields, ...extra, level, message });
    };
    return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  };
  return {
    lines,
    notDeleted: (jobId, error) => void lines.push({ level: 'warn', message: 'it waits still', jobId, error }),
    outcomes: (jobId) =>
      lines
        .filter((line) => line.outcome !== undefined && (jobId === undefined || line.jobId === jobId))
        // The pipeline logs an outcome's name in this field alone.
        .map(({ outcome }) => outcome as OutcomeName),
    logger: (life) => ({ ...recording(life, {}), forJob: (fields) => recording(life, fields) }),
  };
}
