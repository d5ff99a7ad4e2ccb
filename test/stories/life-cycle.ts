import { styleText } from 'node:util';
import { billingCharge } from '../../jobs/billing-charge.ts';
import { emailSend } from '../../jobs/email-send.ts';
import { imageResize } from '../../jobs/image-resize.ts';
import type { Story } from './story.ts';
import type { Theatre } from './theatre.ts';

const IMAGES = 8;
/** A lease outlives its invocation by half a minute. */
const LEASE_SECONDS = 31;
const LEDGERS = ['mail', 'images', 'payments'] as const;

/** Ready, in flight, acknowledged; or back, when a worker dies and the visibility timeout expires. */
export const lifeCycle: Story = {
  name: 'life-cycle',
  async tell(theatre) {
    const { say, twins } = theatre;
    await theatre.begin(...LEDGERS);
    await twins.setMode('images', { mode: 'slow', delayMs: 600 });
    say(`${IMAGES} images, two e-mails and two charges are sent. Images are slow today, and`);
    say('image.resize lets two of them run at a time: the others wait. That is');
    say('backpressure.');
    say('');
    const jobIds = await sendAll(theatre);
    await killOneWorker(theatre);
    await theatre.until('all but the orphan are done', () => completed(theatre) === jobIds.length - 1);
    await theatre.until('the orphan alone is in flight', async () => (await imageDepth(theatre)).inFlight === 1);
    await showQueue(theatre, 'all others are done');
    await bringBackOrphan(theatre, jobIds);
    await twins.setMode('images', { mode: 'ok' });
    const result = await theatre.count({ name: 'life-cycle', sent: jobIds.length, jobIds, ledgers: LEDGERS });
    say('');
    say(
      `Notice: ${result.sent} sent, ${result.completed} completed, ${result.effects} effects at the services. The job whose`,
    );
    say('worker died was neither lost nor done twice, and nobody had to clean up.');
    return result;
  },
};

async function sendAll({ producer }: Theatre): Promise<string[]> {
  const images = Array.from({ length: IMAGES }, (_, index) => ({
    resizeId: `story-${index + 1}`,
    imageId: `photo-${index + 1}`,
    widths: [320, 1280],
  }));
  const sent = await Promise.all([
    producer.enqueueAll(imageResize, images),
    producer.enqueueAll(emailSend, [mailTo('u-1'), mailTo('u-2')], { confidential: [person('u-1'), person('u-2')] }),
    producer.enqueueAll(billingCharge, [charge('in-1'), charge('in-2')]),
  ]);
  return sent.flat().map((one) => {
    if (!one.ok) throw one.error;
    return one.jobId;
  });
}

const mailTo = (userId: string) => ({ deliveryId: `story-${userId}`, templateId: 'welcome', userId });
const person = (userId: string) => ({ to: `${userId}@example.com`, name: userId, variables: {} });
const charge = (invoiceId: string) => ({ chargeId: `story-${invoiceId}`, invoiceId });

/** A worker that has taken its image and not yet made it. */
async function killOneWorker(theatre: Theatre): Promise<void> {
  const { say, twins, run } = theatre;
  await theatre.until('two images are being made', async () => (await twins.ledger('images')).calls >= 2);
  await showQueue(theatre, 'two workers are busy');
  if (!run.kill(imageResize.type)) throw new Error('there was no worker to kill');
  say(styleText('yellow', '           ✂ one of the two workers dies, before its image is made'));
}

/** Nobody should sit through a visibility timeout: the clock of engine and workers is moved on. */
async function bringBackOrphan(theatre: Theatre, jobIds: readonly string[]): Promise<void> {
  const { say, run } = theatre;
  const seconds = imageResize.timing.functionTimeoutSeconds + LEASE_SECONDS;
  say('           its message is still in flight: nobody else may have it until its');
  say(`           visibility timeout expires. (Time is moved on by ${seconds} s.)`);
  await run.advance(seconds);
  await theatre.until('the orphan is done', () => completed(theatre) === jobIds.length);
  const back = theatre.outcomes.find(({ receiveCount = 1 }) => receiveCount > 1);
  say(styleText('green', `           ↩ ${back?.jobId} came back, ${back?.outcome} on its 2nd receive`));
}

function completed({ outcomes }: Theatre): number {
  return outcomes.filter(({ outcome }) => outcome === 'completed').length;
}

function imageDepth({ queues, queueUrl }: Theatre) {
  return queues.depth(queueUrl(imageResize.type));
}

async function showQueue(theatre: Theatre, when: string): Promise<void> {
  const { waiting, inFlight } = await imageDepth(theatre);
  const done = theatre.outcomes.filter(({ jobType }) => jobType === imageResize.type).length;
  const count = (number: number) => String(number).padStart(2);
  theatre.say(
    `  images  ${count(waiting)} ready  ${count(inFlight)} in flight  ${count(done)} acknowledged   (${when})`,
  );
}
