import { describe, expect, it } from 'vitest';
import { checkNames } from '../../millrace/cdk/check-names.ts';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';

const LONGEST_TYPE = `parcel.${'s'.repeat(33)}`;
const LONGEST_STEM = `parcel-${'s'.repeat(33)}`;

describe('names that AWS would refuse', () => {
  it('are refused at synth, all at once', () => {
    const app = `shop-${'x'.repeat(60)}`;
    expect(() => checkNames(app, 'Dev Stage', fakeCatalogue(fakeJob()))).toThrow(
      `names that AWS would refuse
  stage: "Dev Stage" given; lower-case words joined by hyphens allowed
  queue name ${app}-Dev Stage-parcel-ship-dead: 92 characters given; at most 80 allowed
  role name ${app}-Dev Stage-ap-northeast-1-delays: 97 characters given; at most 64 allowed: a shorter app or stage`,
    );
  });

  it('are those of a dead-letter queue of 81 characters, and not of one of 80', () => {
    const app = `shop-${'x'.repeat(25)}`;
    const longType = fakeJob({ type: LONGEST_TYPE });
    expect(() => checkNames(app, 'dev', fakeCatalogue(longType))).not.toThrow();
    expect(() => checkNames(`${app}x`, 'dev', fakeCatalogue(longType))).toThrow('81 characters given; at most 80');
  });

  it('are told of each queue, the longer ones of priorities and of order included', () => {
    const app = `shop-${'x'.repeat(19)}`;
    const urgent = fakeJob({ type: LONGEST_TYPE, priorities: ['urgent', 'low'] });
    expect(() => checkNames(app, 'dev', fakeCatalogue(urgent))).toThrow(
      `names that AWS would refuse
  queue name ${app}-dev-${LONGEST_STEM}-urgent-dead: 81 characters given; at most 80 allowed`,
    );
    const ordered = fakeJob({ type: LONGEST_TYPE, orderedBy: 'parcelId' });
    expect(() => checkNames(`${app}x`, 'dev', fakeCatalogue(ordered))).not.toThrow();
    expect(() => checkNames(`${app}xx`, 'dev', fakeCatalogue(ordered))).toThrow(
      `queue name ${app}xx-dev-${LONGEST_STEM}-dead.fifo: 81 characters given`,
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

  it('are those of a role of 65 characters, in the Region with the longest name', () => {
    const app = `shop-${'x'.repeat(33)}`;
    expect(() => checkNames(app, 'dev', fakeCatalogue(fakeJob()))).not.toThrow();
    expect(() => checkNames(`${app}x`, 'dev', fakeCatalogue(fakeJob()))).toThrow(
      `role name ${app}x-dev-ap-northeast-1-delays: 65 characters given; at most 64 allowed: a shorter app or stage`,
    );
  });

  it('are not those of the usual app and stage', () => {
    expect(() => checkNames('shop', 'dev-anna', fakeCatalogue(fakeJob()))).not.toThrow();
  });
});
