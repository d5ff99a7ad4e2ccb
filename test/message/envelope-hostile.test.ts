import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvelope, writeEnvelope } from '../../millrace/message/envelope.ts';

const DATA = '"@data@"';
const template = writeEnvelope({
  job: { type: 'email.send', version: 1 },
  id: 'email.send:a',
  data: { at: '@' },
  source: '/millrace/shop/prod',
  nowMs: 0,
}).replace('{"at":"@"}', DATA);

/** A body with this text, exactly, as its data. */
const bodyWith = (data: string) => template.replace(DATA, () => data);

const dataOf = (body: string) => {
  const read = readEnvelope(body);
  return read.ok ? read.envelope.data : read.reason;
};

describe('a body that holds no job', () => {
  it.each([
    ['hello', 'unparseable'],
    ['', 'unparseable'],
    ['cGFy', 'unparseable'],
    ['{"specversion":"1.0"', 'unparseable'],
    ['\ufeff{}', 'unparseable'],
    ['null', 'not-a-job'],
    ['[]', 'not-a-job'],
    ['42', 'not-a-job'],
    ['true', 'not-a-job'],
    ['"e30="', 'not-a-job'],
    ['{}', 'not-a-job'],
    ['{"foo":1}', 'not-a-job'],
  ])('is told as such: %s', (body, reason) => {
    expect(readEnvelope(body)).toEqual({ ok: false, reason });
  });

  it('never breaks the reader, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(readEnvelope(body).ok).toBe(false);
      }),
    );
  });
});

describe('a body in the base64 of something', () => {
  it('stays the text that it is', () => {
    expect(dataOf(bodyWith('{"id":"a","file":"cGFy"}'))).toEqual({ id: 'a', file: 'cGFy' });
  });
});

describe('a big integer', () => {
  it.each([
    '{"orderId":9007199254740993}',
    '{"order":{"ids":[1,9007199254740993]}}',
    '{"orderId":-9007199254740992}',
    '{"orderId":1e999}',
  ])('that JSON would round is refused: %s', (data) => {
    expect(dataOf(bodyWith(data))).toBe('unsafe-integer');
  });

  it('is kept as a string, and up to the last safe one', () => {
    const data = '{"orderId":"9007199254740993","last":9007199254740991,"ratio":0.1}';
    expect(dataOf(bodyWith(data))).toEqual({ orderId: '9007199254740993', last: 9_007_199_254_740_991, ratio: 0.1 });
  });
});

describe('a key that reaches a prototype', () => {
  it.each([
    '{"id":"a","__proto__":{"admin":true}}',
    '{"id":"a","constructor":{"prototype":{"admin":true}}}',
    '{"id":"a","\\u005f_proto__":{"admin":true}}',
  ])('does not survive: %s', (data) => {
    const read = dataOf(bodyWith(data));
    expect(read).toEqual({ id: 'a' });
    expect(Object.keys(read)).toEqual(['id']);
    expect('admin' in {}).toBe(false);
  });

  it('does not survive deeper inside, nor beside the data', () => {
    const body = bodyWith('{"list":[{"__proto__":{"admin":true},"n":1}]}').replace('{', '{"__proto__":{"data":1},');
    const read = dataOf(body);
    expect(JSON.stringify(read)).toBe('{"list":[{"n":1}]}');
  });
});

describe('a body that is nested deeply', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  it('is read down to 64 levels of data', () => {
    expect(readEnvelope(bodyWith(nested(64))).ok).toBe(true);
    expect(dataOf(bodyWith(nested(65)))).toBe('too-deep');
  });

  it.each([20_000, 130_000])('is refused and breaks nothing: %d levels', (levels) => {
    expect(dataOf(bodyWith(nested(levels)))).toBe('too-deep');
    expect(readEnvelope(`${'['.repeat(levels)}${']'.repeat(levels)}`)).toEqual({ ok: false, reason: 'too-deep' });
    expect(readEnvelope(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)).toEqual({ ok: false, reason: 'too-deep' });
  });
});

describe('a key that comes twice', () => {
  it('counts as its last, for everything', () => {
    expect(dataOf(bodyWith('{"id":"a","id":"b"}'))).toEqual({ id: 'b' });
    const twice = bodyWith('{"id":"a"}').replace('"type":"email.send"', '"type":"email.send","type":"report.build"');
    expect(readEnvelope(twice)).toEqual({ ok: false, reason: 'not-a-job' });
  });
});
