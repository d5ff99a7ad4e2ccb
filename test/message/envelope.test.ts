import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EnvelopeToWrite, readEnvelope, writeEnvelope } from '../../millrace/message/envelope.ts';

const toWrite: EnvelopeToWrite = {
  job: { type: 'email.send', version: 2 },
  id: 'email.send:d-1',
  data: { deliveryId: 'd-1' },
  source: '/millrace/shop/prod',
  nowMs: Date.UTC(2026, 10, 30, 15),
};

/** What SQS accepts in a body. */
const ACCEPTED = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

describe('a body', () => {
  it('is a CloudEvents document', () => {
    expect(JSON.parse(writeEnvelope(toWrite))).toEqual({
      specversion: '1.0',
      id: 'email.send:d-1',
      source: '/millrace/shop/prod',
      type: 'email.send',
      time: '2026-11-30T15:00:00.000Z',
      datacontenttype: 'application/json',
      dataschema: 'urn:millrace:job:email.send:2',
      data: { deliveryId: 'd-1' },
    });
  });

  it('carries expiry, trace and hops where there are any', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const body = writeEnvelope({ ...toWrite, expiresAt: '2026-12-01T00:00:00Z', traceparent, hops: 3 });
    expect(JSON.parse(body)).toMatchObject({ expirytime: '2026-12-01T00:00:00Z', traceparent, hops: 3 });
    expect(readEnvelope(body)).toEqual({
      ok: true,
      envelope: {
        id: 'email.send:d-1',
        source: '/millrace/shop/prod',
        type: 'email.send',
        time: '2026-11-30T15:00:00.000Z',
        version: 2,
        data: { deliveryId: 'd-1' },
        expiresAt: '2026-12-01T00:00:00Z',
        traceparent,
        hops: 3,
      },
    });
  });

  it('reads as it was written, without hops as none', () => {
    expect(readEnvelope(writeEnvelope(toWrite))).toEqual({
      ok: true,
      envelope: {
        id: 'email.send:d-1',
        source: '/millrace/shop/prod',
        type: 'email.send',
        time: '2026-11-30T15:00:00.000Z',
        version: 2,
        data: { deliveryId: 'd-1' },
        hops: 0,
      },
    });
  });

  it.each(['\u0007', '\u0000', '\ud800', '\udfff', '\ufffe', '\uffff', '\\uffff', '😀', 'é', '\n', '\u007f', '"\\/'])(
    'with %j in it is accepted by SQS and reads the same',
    (text) => {
      const body = writeEnvelope({ ...toWrite, data: { text, [text]: [text] } });
      expect(body).toMatch(ACCEPTED);
      expect(readEnvelope(body)).toMatchObject({ ok: true, envelope: { data: { text, [text]: [text] } } });
    },
  );

  it('of any data is accepted by SQS and reads the same', () => {
    const unit = fc.oneof(
      fc.constantFrom('\ufffe', '\uffff', '\ud83d', '\u0000'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    );
    const text = fc.string({ unit });
    const key = text.filter((name) => name !== '__proto__' && name !== 'constructor');
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(text, fc.array(text), fc.integer(), fc.boolean())), (data) => {
        const body = writeEnvelope({ ...toWrite, data });
        expect(body).toMatch(ACCEPTED);
        const read = readEnvelope(body);
        expect(read.ok && read.envelope.data).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });
});

describe('a body from another time or hand', () => {
  const document = JSON.parse(writeEnvelope(toWrite));
  const read = (changes: object) => readEnvelope(JSON.stringify({ ...document, ...changes }));

  it.each([
    { partitionkey: 'a' },
    { unheardof: { of: ['it'] } },
    { datacontenttype: undefined },
    { subject: 'x' },
    { time: '2026-11-30T15:00:00Z' },
    { time: '2026-11-30T16:00:00.123456+01:00' },
    { id: 'from-a-schedule' },
  ])('reads with %j', (changes) => {
    expect(read(changes).ok).toBe(true);
  });

  it('loses a trace that nobody can follow, and nothing else', () => {
    const foreign = read({ traceparent: 'x'.repeat(9000) });
    expect(foreign.ok && foreign.envelope).not.toHaveProperty('traceparent');
  });

  it.each([
    ...[
      { specversion: '0.3' },
      { specversion: undefined },
      { id: '' },
      { id: 7 },
      { source: '' },
      { source: undefined },
    ],
    ...[{ type: undefined }, { type: '' }, { type: ['email.send'] }, { type: 'report.build' }],
    ...[{ time: undefined }, { time: 'today' }, { time: '2026-13-30T15:00:00Z' }, { time: 1764514800000 }],
    ...[{ dataschema: undefined }, { dataschema: 'urn:millrace:job:email.send:' }],
    ...[{ dataschema: 'urn:millrace:job:email.send:0' }, { dataschema: 'urn:millrace:job:email.send:1.5' }],
    ...[{ dataschema: 'urn:millrace:job:email.send:2x' }, { dataschema: 'urn:millrace:job:email.send:1234567890' }],
    ...[{ data: undefined }, { data: null }, { data: [] }, { data: 'cGFy' }, { data: undefined, data_base64: 'e30=' }],
    ...[{ expirytime: 1764514800000 }, { expirytime: 'soon' }, { expirytime: null }],
    ...[{ traceparent: 7 }, { hops: '3' }, { hops: -1 }, { hops: 1.5 }, { hops: null }],
  ])('is no job with %j', (changes) => {
    expect(read(changes)).toEqual({ ok: false, reason: 'not-a-job' });
  });
});
