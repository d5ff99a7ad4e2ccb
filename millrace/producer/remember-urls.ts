import type { Queues } from '../message/queue.ts';

/** A queue's URL does not change: it is asked for once. A look-up that failed is tried again. */
export function rememberUrls(queues: Queues): (name: string) => Promise<string> {
  const urls = new Map<string, Promise<string>>();
  return async (name) => {
    const url = urls.get(name) ?? queues.url(name);
    urls.set(name, url);
    try {
      return await url;
    } catch (error) {
      urls.delete(name);
      throw error;
    }
  };
}
