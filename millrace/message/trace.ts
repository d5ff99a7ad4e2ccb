/** W3C Trace Context, version 00 or a later one, which may go on behind the flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

export function isTraceparent(text: string): boolean {
  return TRACEPARENT.test(text);
}

/** The trace that a message belongs to, for a log line: without parsing its body once more. */
export function traceIdIn(body: string): string | undefined {
  // `writeEnvelope` puts it before the payload, which may say what it likes.
  const data = body.indexOf('"data":');
  const traceparent = /"traceparent":"([^"]*)"/.exec(data < 0 ? '' : body.slice(0, data))?.[1];
  return traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];
}

/** As AWS's own services name a trace: `Root=1-<8 hex digits>-<24>;Parent=<16>;Sampled=1`. */
const AWS_ROOT = /(?:^|;)\s*Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/;
const AWS_PARENT = /(?:^|;)\s*Parent=([0-9a-f]{16})(?:;|$)/;
const AWS_SAMPLED = /(?:^|;)\s*Sampled=1(?:;|$)/;

/** AWS's trace header as a `traceparent`; `newSpan` stands in where it names no parent. */
export function traceparentOfAws(header: string, newSpan: () => string): string | undefined {
  const [, seconds, rest] = AWS_ROOT.exec(header) ?? [];
  if (seconds === undefined || rest === undefined) return undefined;
  return `00-${seconds}${rest}-${AWS_PARENT.exec(header)?.[1] ?? newSpan()}-${AWS_SAMPLED.test(header) ? '01' : '00'}`;
}
