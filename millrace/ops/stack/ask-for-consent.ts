import { OperatorError, StoppedError } from '../operator-error.ts';
import type { VerbCall } from '../verbs/verb.ts';
import { productionRule } from './is-production.ts';

interface Change {
  readonly question: () => Promise<string> | string;
  /** What is so without consent: `nothing was redriven`. */
  readonly undone: string;
  /** How to look first, where one can. */
  readonly look?: string;
}

/** Goes on only where the caller agrees, or has said `--yes`. @throws OperatorError */
export async function askForConsent({ stack, options, confirm }: VerbCall, change: Change): Promise<void> {
  if (options.yes) return;
  const { undone, look } = change;
  const step = (joint: string) => (look === undefined ? 'add --yes' : `${look}, ${joint} add --yes`);
  if (stack.isProduction) {
    throw new OperatorError(`${stack.place} is production`, `${step('then')}; production is ${productionRule}`);
  }
  const consent = await confirm(await change.question());
  if (consent === 'yes') return;
  throw consent === 'stopped' ? new StoppedError(undone, step('or')) : new OperatorError(undone, step('or'));
}
