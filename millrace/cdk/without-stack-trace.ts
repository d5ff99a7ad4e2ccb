/** Source excerpt that Node prints above an uncaught error: place, a few lines, caret. */
const EXCERPT = /^(?:file:\/\/\/|node:|\/)\S*:\d+\n(?:(?:.*\n){0,6}?(?=\w*Error\b)|.*\n\s*\^+\n+)/gm;
/** The error's own fields, which Node prints behind the last line of its stack. */
const FIELDS = /^( {4}(?:at |\.\.\.).*) \{\n[\s\S]*?^\}$/gm;
const TRACE_LINE = /^(?: {4}(?:at |\.\.\.).*|Node\.js v.*)\n?/gm;
const CODE = /^(\w*Error) \[\w+\](?=: )/gm;
/** A name that the CDK puts before its messages. */
const CDK_NAME = /^«\w+» /gm;
/** Names that tell no more than the message. */
const NAME = /^(?:Error|InvalidJobDefinitionError): /gm;

/** What a failed command said, without what only its author wants to see. */
export function withoutStackTrace(output: string): string {
  const told = output.replace(EXCERPT, '').replace(FIELDS, '$1').replace(TRACE_LINE, '');
  return told.replace(CODE, '$1').replace(CDK_NAME, '').replace(NAME, '').trim();
}
