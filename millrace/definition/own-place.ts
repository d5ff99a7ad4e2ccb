/** A line that begins a source excerpt, or a frame of a stack; those after an `await` only passed the error on. */
const PLACES = /^(?: {4}at (?!async ).*?)?(file:\/\/\/[^\s()]+?):(\d+)\b/gm;
const library = new URL('..', import.meta.url).href;

/** Where an error's stack first touches a project's own files: `jobs/email-send.ts:7`. */
export function ownPlace(stack: string, rootUrl: string): string | undefined {
  const root = rootUrl.endsWith('/') ? rootUrl : `${rootUrl}/`;
  for (const [, url = '', line] of stack.matchAll(PLACES)) {
    const isOwn = url.startsWith(root) && !url.startsWith(library) && !url.includes('/node_modules/');
    if (isOwn) return `${decodeURI(url.slice(root.length))}:${line}`;
  }
  return undefined;
}
