import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../../millrace/definition/define-job.ts';
import { InvalidJobDefinitionError } from '../../millrace/definition/definition-errors.ts';
import { defineWith, fieldsRefusedWith, problemsWith } from './define-with.ts';

describe('a type', () => {
  it.each(['email.send', 'a.b', 'image2.resize4', `${'n'.repeat(35)}.verb`])('may be %s', (type) => {
    expect(fieldsRefusedWith({ type })).toEqual([]);
  });

  it.each([
    ...['', 'email', 'Email.send', 'email.Send', 'email.send.now', 'email-send', 'big-email.send', 'email.re-send'],
    ...['.send', 'email.', '2fa.send', 'email send', 'émail.send', 'email.send\n', `${'n'.repeat(36)}.verb`, 7, null],
  ])('may not be %j', (type) => {
    expect(fieldsRefusedWith({ type })).toEqual(['type']);
  });
});

describe('a definition', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['email.send', '"email.send"'],
    [[], '[]'],
  ])('may not be %j', (spec, given) => {
    const define = () => defineJob(spec as never); // as a JavaScript file may call it
    expect(define).toThrow(InvalidJobDefinitionError);
    expect(define).toThrow(
      `job (without a type): 1 broken rule\n  definition: ${given} given; must be an object with type, owner, payload, idempotencyKey and replay`,
    );
  });
});

describe('an owner', () => {
  it.each(['', ' ', undefined, 3])('may not be %j', (owner) => {
    expect(fieldsRefusedWith({ owner })).toEqual(['owner']);
  });
});

describe('upgrades', () => {
  const step = (payload: Record<string, unknown>) => payload;

  it('are one for each version before this one', () => {
    expect(defineWith({ version: 3, upgrades: [step, step] }).upgrades).toHaveLength(2);
    expect(problemsWith({ version: 3, upgrades: [step] })).toEqual([
      { field: 'upgrades', given: 1, allowed: 'version 3 needs 2: step n turns version n into n + 1' },
    ]);
    expect(fieldsRefusedWith({ version: 2 })).toEqual(['upgrades']);
    expect(fieldsRefusedWith({ upgrades: [step] })).toEqual(['upgrades']);
  });

  it.each([[['a']], [{}], [step]])('are functions in a list: %j', (upgrades) => {
    expect(fieldsRefusedWith({ version: 2, upgrades })).toEqual(['upgrades']);
  });
});

describe('a replay rule', () => {
  it.each([{ rule: 'safe' }, { rule: 'check-first', because: 'money may have moved' }])('may be %j', (replay) => {
    expect(fieldsRefusedWith({ replay })).toEqual([]);
  });

  it.each([
    ...[undefined, null, 'safe', {}, { rule: 'never' }, { rule: 'safe', because: 'x' }],
    ...[{ rule: 'check-first' }, { rule: 'check-first', because: ' ' }],
  ])('may not be %j', (replay) => {
    expect(fieldsRefusedWith({ replay })).toEqual(['replay']);
  });
});

describe('a field that nobody reads', () => {
  it.each([
    [{ concurency: 5 }, 'concurency', 'no such field; did you mean concurrency?'],
    [{ timeout: 5 }, 'timeout', 'no such field; did you mean timeoutSeconds?'],
    [{ backoff: { firstSecond: 5 } }, 'backoff.firstSecond', 'no such field; did you mean backoff.firstSeconds?'],
    [{ alarms: { deph: 5 } }, 'alarms.deph', 'no such field; did you mean alarms.depth?'],
    [{ replay: { rule: 'safe', becuase: 'x' } }, 'replay.becuase', 'no such field; did you mean replay.because?'],
    [{ alarms: { zzzzzzzzzzzz: 1 } }, 'alarms.zzzzzzzzzzzz', 'no such field; the fields are depth, oldestAgeSeconds'],
  ])('is refused by name: %j', (changes, field, allowed) => {
    expect(problemsWith(changes)).toMatchObject([{ field, allowed }]);
  });
});

describe('a job that breaks several rules', () => {
  it('is told all of them at once, with what was given and what is allowed', () => {
    const define = () =>
      defineWith({ type: 'Email', owner: '', memoryMb: Number.NaN, payload: z.string(), retries: 3n });
    expect(define).toThrow(['job Email: 5 broken rules', '  retries: 3 given; no such field; '].join('\n'));
    expect(define).toThrow('  type: "Email" given; must be noun.verb: two words of lower-case letters and digits');
    expect(define).toThrow('  owner: "" given; must be a key of the owners');
    expect(define).toThrow('  payload: "z.string()" given; must be a zod 4 object: z.object({ … })');
    expect(define).toThrow('  memoryMb: NaN given; must be a whole number from 128 to 10240');
  });
});

describe('a job that is defined', () => {
  it('cannot be changed', () => {
    expect(Object.isFrozen(defineWith({}))).toBe(true);
  });
});
