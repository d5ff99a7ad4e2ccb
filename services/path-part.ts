import { PermanentError } from 'millrace';

/** An id as one part of a path. */
export function pathPart(id: string): string {
  // No encoding keeps fetch from resolving a part of dots, which would reach another resource.
  if (/^\.{0,2}$/.test(id)) throw new PermanentError(`'${id}' names nothing at a service`);
  return encodeURIComponent(id);
}
