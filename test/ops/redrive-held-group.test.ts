import { defineCatalogue } from 'millrace';
import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { parcelRoute } from '../journeys/parcel-route.ts';
import { openTrial } from './ops-trial.ts';
import { memoryWorld } from './ops-world.ts';
import { stackWith } from './stack-with.ts';

const catalogue = defineCatalogue({
  owners: { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } },
  jobs: [parcelRoute],
});

describe('the dead of an ordered job that another reader holds', () => {
  it('are told of as held there: no message stands behind one that this run keeps', async () => {
    const trial = await openTrial(memoryWorld, catalogue);
    const held = stackWith(trial, {
      receive: async () => [],
      depth: async () => ({ waiting: 3, inFlight: 1, delayed: 0 }),
    });
    const { json } = await trial.call(redrive, ['parcel.route'], {}, held);
    expect(json).toMatchObject({ received: 0, aboutLeft: 4, aboutHeldElsewhere: 1 });
    expect(json).not.toHaveProperty('endedEarly');
  });
});
