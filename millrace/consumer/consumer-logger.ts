import { Logger } from '@aws-lambda-powertools/logger';

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
  return {
    debug: (message, extra = {}) => logger.debug(message, extra),
    info: (message, extra = {}) => logger.info(message, extra),
    warn: (message, extra = {}) => logger.warn(message, extra),
    error: (message, extra = {}) => logger.error(message, extra),
  };
}
