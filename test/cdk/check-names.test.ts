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

  it('are not those of the usual app and stage', () => {
    expect(() => checkNames('shop', 'dev-anna', fakeCatalogue(fakeJob()))).not.toThrow();
  });
});
