import type { JobDefinition } from 'millrace';
import { onTestFinished } from 'vitest';
import { createEmbeddedWorld } from '../../millrace/testing/world/create-embedded-world.ts';
import type { World, WorldWork } from '../../millrace/testing/world/world.ts';
import { journeyAssembly } from './journey-assembly.ts';
import { parcelShip, shipParcel } from './parcel-ship.ts';

/** A world of its own for the test at hand. */
export async function openWorld(work: WorldWork<typeof parcelShip> = shipParcel): Promise<World<typeof parcelShip>> {
  return openWorldOf(parcelShip, work);
}

/** The same for another job of the journeys' stack. */
export async function openWorldOf<Job extends JobDefinition>(job: Job, work: WorldWork<Job>): Promise<World<Job>> {
  const world = await createEmbeddedWorld({ assembly: await journeyAssembly(), job, work });
  onTestFinished(() => world.stop());
  return world;
}
