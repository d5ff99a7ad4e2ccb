import { describe, expect, it } from 'vitest';
import { writeEnvelope } from '../../millrace/message/envelope.ts';
import { isTraceparent, traceIdIn, traceparentOfAws } from '../../millrace/message/trace.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const body = (traceparent: string | undefined, data: Record<string, unknown> = { noteId: 'n-1' }) =>
  writeEnvelope({
    job: { type: 'note.keep', version: 1 },
    id: 'note.keep:n-1',
    data,
    source: '/s',
    nowMs: 0,
    traceparent,
  });

describe('a traceparent', () => {
  it.each([TRACEPARENT, `01-${TRACE_ID}-00f067aa0ba902b7-00-more`])('is one: %s', (text) => {
    expect(isTraceparent(text)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    [`ff-${TRACE_ID}-00f067aa0ba902b7-01`, 'the version that is none'],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'no trace'],
    [`00-${TRACE_ID}-${'0'.repeat(16)}-01`, 'no span'],
    [TRACEPARENT.toUpperCase(), 'in capitals'],
    [`${TRACEPARENT}x`, 'with more'],
  ])('is none: %s (%s)', (text) => {
    expect(isTraceparent(text)).toBe(false);
  });
});

describe('the trace of a message', () => {
  it('is that of its envelope', () => {
    expect(traceIdIn(body(TRACEPARENT))).toBe(TRACE_ID);
  });

  it.each([
    ['has none', body(undefined)],
    ['has none, but a payload that speaks of one', body(undefined, { traceparent: TRACEPARENT })],
    ['has one that can’t be followed', body('my trace')],
    ['is no envelope', 'not json "traceparent":"'],
    ['is empty', ''],
  ])('is none where it %s', (_what, text) => {
    expect(traceIdIn(text)).toBeUndefined();
  });
});

describe('AWS’s trace header', () => {
  const spans = () => 'a1a1a1a1a1a1a1a1';

  it.each([
    [
      'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
      '00-5759e988bd862e3fe1be46a994272793-53995c3f42cd8ad8-01',
    ],
    ['Root=1-5759e988-bd862e3fe1be46a994272793', '00-5759e988bd862e3fe1be46a994272793-a1a1a1a1a1a1a1a1-00'],
    [
      'Self=1-67891234-12456789abcdef012345678;Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0',
      '00-5759e988bd862e3fe1be46a994272793-a1a1a1a1a1a1a1a1-00',
    ],
  ])('%s is %s', (header, traceparent) => {
    expect(traceparentOfAws(header, spans)).toBe(traceparent);
    expect(isTraceparent(traceparent)).toBe(true);
  });

  it.each(['', 'Root=2-5759e988-bd862e3fe1be46a994272793', 'Root=1-zzz-bd862e3fe1be46a994272793', 'Sampled=1'])(
    '%j names no trace',
    (header) => {
      expect(traceparentOfAws(header, spans)).toBeUndefined();
    },
  );
});
