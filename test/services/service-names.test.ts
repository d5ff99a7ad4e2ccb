import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Service, stages } from '../../infra/stages.ts';
import { type ServiceName, serviceNames } from '../../services/environment.ts';

describe('the services that functions call', () => {
  it('are those of which each stage knows the address', () => {
    expectTypeOf<Service>().toEqualTypeOf<ServiceName>();
    for (const { serviceUrls } of Object.values(stages)) expect(Object.keys(serviceUrls)).toEqual([...serviceNames]);
  });
});
