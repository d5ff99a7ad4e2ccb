import { Logger } from '@aws-lambda-powertools/logger';
import { describeError } from './describe-error.ts';

/** What a handler logs with; each line carries the job's id, type and attempt. */
export interface JobLogger {
  debug(message: string, extra?: Readonly<Record<string, unknown>>): void;
  info(message: string, extra?: Readonly<Record<string, unknown>>): void;
  warn(message: string, extra?: Readonly<Record<string, unknown>>): void;
  error(message: string, extra?: Readonly<Record<string, unknown>>): void;
}

export interface ConsumerLogger extends JobLogger {
  forJob(fields: Readonly<Record<string, unknown>>): JobLogger;
}

/** The Powertools logger: JSON lines on standard output, level and service by its environment variables. */
export function createConsumerLogger(): ConsumerLogger {
  const logger = new Logger();
  return { ...over(logger), forJob: (fields) => over(logger.createChild({ persistentKeys: fields })) };
}

function over(logger: Logger): JobLogger {
  const at =
    (level: keyof JobLogger) =>
    (message: string, extra: Readonly<Record<string, unknown>> = {}) =>
      neverThrowing(logger, level, message, extra);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A value that can't be written (a getter that throws, a revoked proxy) must not turn a success into a failure. */
function neverThrowing(
  logger: Logger,
  level: keyof JobLogger,
  message: string,
  extra: Readonly<Record<string, unknown>>,
) {
  try {
    logger[level](message, extra);
  } catch (error) {
    logger[level](String(message), { notLogged: describeError(error).message });
  }
}
