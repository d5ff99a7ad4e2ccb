/** Source excerpt that Node prints above an uncaught error: place, line, caret. */
const EXCERPT = /^(?:file:\/\/\/|node:|\/)\S*:\d+\n.*\n\s*\^+\n+/gm;
const TRACE_LINE = /^(?: {4}(?:at |\.\.\.).*|Node\.js v.*)\n?/gm;

/** What a failed command said, without what only its author wants to see. */
export function withoutStackTrace(output: string): string {
  return output.replace(EXCERPT, '').replace(TRACE_LINE, '').trim();
}
