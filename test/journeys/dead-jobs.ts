import { type JobDefinition, PermanentError } from 'millrace';
import type { PayloadInput } from '../../millrace/definition/job-definition.ts';
import { queuePairs } from '../../millrace/definition/queue-pairs.ts';
import type { World, WorldWork } from '../../millrace/testing/world/world.ts';
import { openWorldOf } from './open-world.ts';
import { parcelRoute } from './parcel-route.ts';
import { parcelShip, shipParcel } from './parcel-ship.ts';
import { parcelUrge } from './parcel-urge.ts';

/** A job in its dead-letter queue; mended, it fails once more and is done at its second attempt. */
export interface DeadJob {
  readonly id: string;
  readonly world: Omit<World<JobDefinition>, 'send' | 'deploy'>;
  mend(): void;
}

export type Dying = 'parked by the consumer' | 'moved by SQS';

const MOST_RECEIVES = 2;

async function letDie<Job extends JobDefinition>(
  dying: Dying,
  job: Job,
  payload: PayloadInput<Job>,
  work: WorldWork<Job>,
): Promise<DeadJob> {
  const world = await openWorldOf<Job>(job, (_, tools) => {
    if (dying === 'moved by SQS') return tools.dies();
    throw new PermanentError('no such address');
  });
  const deadLetter = queuePairs('shop', 'journey', job).at(-1)?.deadLetter;
  const deadLetterTargetArn = `arn:aws:sqs:us-east-1:000000000000:${deadLetter}`;
  await world.patchQueue({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: MOST_RECEIVES }) });
  const id = await world.send(payload);
  await world.drain();
  return { id, world, mend: () => world.deploy(job, work) };
}

const PAYLOAD = { parcelId: 'p-1', does: 'throw-once' } as const;

/** One of each kind of queue. */
export const deadJobs: readonly (readonly [queue: string, letDie: (dying: Dying) => Promise<DeadJob>])[] = [
  ['a standard queue', (dying) => letDie(dying, parcelShip, PAYLOAD, shipParcel)],
  ['a FIFO queue', (dying) => letDie(dying, parcelRoute, { ...PAYLOAD, carrierId: 'c-1' }, shipParcel)],
  ['the queue of a priority', (dying) => letDie(dying, parcelUrge, PAYLOAD, shipParcel)],
];
