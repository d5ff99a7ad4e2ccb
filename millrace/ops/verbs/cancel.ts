import { isJobId, typeOfJobId } from '../../definition/job-id.ts';
import { cancelAnyJob } from '../../producer/cancel-any-job.ts';
import type { CancelAnswer } from '../../record/cancel-job.ts';
import { askForConsent } from '../stack/ask-for-consent.ts';
import { productionRule } from '../stack/is-production.ts';
import { knownJob } from '../stack/known-job.ts';
import { noJobId } from './no-job-id.ts';
import type { Verb } from './verb.ts';

export const cancel: Verb = {
  name: 'cancel',
  summary: 'keeps one job from running',
  argumentNames: '<job id>',
  argumentCount: { least: 1, most: 1 },
  options: { yes: { summary: 'does not ask; a production stage always wants it' } },
  details: [
    'A job that waits is cancelled at once: its message is acknowledged when it comes. While a run holds the job, that run starts no further step, and an `atMostOnce` step that has begun is left to end; where it succeeds all the same the job is completed, else it is cancelled. A dead job is not cancelled: it does not run by itself.',
    'A job that a long delay puts off is taken off its schedule. Where that fails it is told: the job is cancelled all the same, and dropped when it comes.',
    'A job without a record may be on its queue, or yet to be sent: it is cancelled, too, and does not run.',
    `Production, ${productionRule}, always wants \`--yes\`, from a script too. Asked again, it answers the same.`,
  ],
  examples: ['cancel email.send:d-1', 'cancel email.send:d-1 --stage prod --yes'],
  async run(call) {
    const {
      stack,
      clock,
      arguments: [id = ''],
    } = call;
    if (!isJobId(id)) throw noJobId(id);
    const job = knownJob(stack.catalogue, typeOfJobId(id));
    await askForConsent(call, { question: () => `Cancel ${id} in ${stack.place}?`, undone: 'nothing was cancelled' });
    const { records, delays } = stack;
    const notDeleted = (jobId: string, error: unknown) => call.progress(`${jobId} waits still: ${String(error)}`);
    const answer = await cancelAnyJob({ records, delays, notDeleted }, job, id, clock.now());
    const { kind, ...told } = answer;
    return {
      exitCode: kind === 'cancelled' || kind === 'cancelling' ? 0 : 1,
      json: { jobId: id, type: job.type, app: stack.app, stage: stack.stage, answer: kind, ...told },
      text: describe(id, answer),
    };
  },
};

function mayHaveHappened({ unknownEffects = [] }: { readonly unknownEffects?: readonly string[] }): string {
  return unknownEffects
    .map((step) => `\nIts step ${step} has begun, and may have happened: ask its provider.`)
    .join('');
}

function describe(id: string, answer: CancelAnswer): string {
  switch (answer.kind) {
    case 'cancelled':
      return `${id} is cancelled: it will not run.${mayHaveHappened(answer)}`;
    case 'cancelling':
      return `${id} is being run: it ends cancelled unless that run succeeds.${mayHaveHappened(answer)}`;
    case 'dead':
      return `${id} is dead, and runs again only by a redrive: there is nothing to cancel.`;
    case 'ended':
      return `${id} has ended: its record says ${answer.status}.`;
    case 'contended':
      return `${id} moved each time it was looked at: try again.`;
  }
}
