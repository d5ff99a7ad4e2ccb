import { describe, expect, it } from 'vitest';
import { checkNames } from '../../millrace/cdk/check-names.ts';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';

describe('names that AWS would refuse', () => {
  it('are refused at synth, all at once', () => {
    const app = `shop-${'x'.repeat(60)}`;
    expect(() => checkNames(app, 'Dev Stage', fakeCatalogue(fakeJob()))).toThrow(
      `names that AWS would refuse
  stage: "Dev Stage" given; lower-case words joined by hyphens allowed
  queue name ${app}-Dev Stage-parcel-ship-dead: 92 characters given; at most 80 allowed`,
    );
  });

  it('are those of a dead-letter queue of 81 characters, and not of one of 80', () => {
    const app = `shop-${'x'.repeat(54)}`;
    expect(() => checkNames(app, 'dev', fakeCatalogue(fakeJob()))).not.toThrow();
    expect(() => checkNames(`${app}x`, 'dev', fakeCatalogue(fakeJob()))).toThrow('81 characters given; at most 80');
  });

  it('are told of each queue, the longer ones of priorities and of order included', () => {
    const app = `shop-${'x'.repeat(48)}`;
    const urgent = fakeJob({ priorities: ['urgent', 'low'] });
    expect(() => checkNames(app, 'dev', fakeCatalogue(urgent))).toThrow(
      `names that AWS would refuse
  queue name ${app}-dev-parcel-ship-urgent-dead: 81 characters given; at most 80 allowed`,
    );
    const ordered = fakeJob({ orderedBy: 'parcelId' });
    expect(() => checkNames(`${app}x`, 'dev', fakeCatalogue(ordered))).not.toThrow();
    expect(() => checkNames(`${app}xx`, 'dev', fakeCatalogue(ordered))).toThrow(
      `queue name ${app}xx-dev-parcel-ship-dead.fifo: 81 characters given`,
    );
  });

  it('are those of a schedule of 65 characters, and not of one of 64', () => {
    const payload = { parcelId: '{scheduledAt}' };
    const scheduled = (name: string) => fakeCatalogue(fakeJob({ schedules: { [name]: { rate: '1 day', payload } } }));
    const longest = 'n'.repeat(43);
    expect(() => checkNames('shop', 'dev', scheduled(longest))).not.toThrow();
    expect(() => checkNames('shop', 'dev', scheduled(`${longest}n`))).toThrow(
      `schedule name shop-dev-parcel-ship-${longest}n: 65 characters given; at most 64 allowed`,
    );
  });

  it('are not those of the usual app and stage', () => {
    expect(() => checkNames('shop', 'dev-anna', fakeCatalogue(fakeJob()))).not.toThrow();
  });
});
