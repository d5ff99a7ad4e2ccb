import type { ConsumerLogger, JobLogger } from '../../millrace/consumer/consumer-logger.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** A logger that keeps its lines. */
export function createRecordingLogger(): { readonly logger: ConsumerLogger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const recording = (fields: LogLine): JobLogger => {
    const write = (level: string) => (message: string, extra?: LogLine) =>
      void lines.push({ level, message, ...fields, ...extra });
    return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  };
  return { logger: { ...recording({}), forJob: recording }, lines };
}
