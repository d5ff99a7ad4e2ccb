import type { ServiceName } from './environment.ts';

/** A call that failed for now: another attempt may succeed. */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError';
  readonly service: ServiceName;
  constructor(service: ServiceName, what: string, options?: ErrorOptions) {
    super(`${service}: ${what}`, options);
    this.service = service;
  }
}
