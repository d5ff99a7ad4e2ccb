import { conceal } from './conceal.ts';
import type { ConfidentialValues } from './confidential-values.ts';
import type { JobLogger } from './consumer-logger.ts';
import { describeError } from './describe-error.ts';

/** A run's logger that shows none of the confidential values which the run has read. */
export function concealingLogger(logger: JobLogger, values: ConfidentialValues): JobLogger {
  const at =
    (level: keyof JobLogger) =>
    (message: string, extra: Readonly<Record<string, unknown>> = {}) => {
      try {
        // A line's text and fields stay a text and fields.
        const [text, fields] = conceal(values, [message, extra]) as [string, Readonly<Record<string, unknown>>];
        logger[level](text, fields);
      } catch (error) {
        logger[level](values.conceal(String(message)), { notLogged: values.conceal(describeError(error).message) });
      }
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
