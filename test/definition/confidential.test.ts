import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  type ConfidentialInput,
  type ConfidentialOutput,
  defineJob,
  InvalidPayloadError,
} from '../../millrace/definition/index.ts';
import { wireConfidential } from '../../millrace/definition/wire-confidential.ts';
import { defineWith, fieldsRefusedWith, problemsWith } from './define-with.ts';

const letter = defineJob({
  type: 'letter.send',
  owner: 'growth',
  payload: z.object({ letterId: z.string() }),
  confidential: z.object({
    email: z.email(),
    body: z.string().default(''),
    born: z.iso.date().pipe(z.coerce.date()).optional(),
    variables: z.record(z.string(), z.string()).optional(),
  }),
  idempotencyKey: 'letterId',
  replay: { rule: 'safe' },
});

describe('the confidential data of a job', () => {
  it('may be anything that a payload may not: secrets, personal data, texts', () => {
    expect(fieldsRefusedWith({ confidential: z.object({ email: z.string(), password: z.string() }) })).toEqual([]);
    expect(fieldsRefusedWith({ payload: z.object({ deliveryId: z.string(), email: z.string() }) })).toEqual([
      'payload.email',
    ]);
  });

  it('is none unless its definition says so', () => {
    expect(defineWith({}).confidential).toBeUndefined();
    expect(letter.confidential.shape).toHaveProperty('email');
  });

  it.each([
    [z.string(), 'z.string()'],
    ['to', 'to'],
    [null, null],
  ])('is a zod object: %j is refused', (confidential, given) => {
    expect(problemsWith({ confidential })).toEqual([
      { field: 'confidential', given, allowed: 'must be a zod 4 object: z.object({ … })' },
    ]);
  });

  it('is kept as JSON: what no JSON can fill is refused', () => {
    const confidential = z.object({ born: z.date(), count: z.coerce.number() });
    expect(fieldsRefusedWith({ confidential })).toEqual(['confidential.born', 'confidential.count']);
    expect(
      fieldsRefusedWith({ confidential: z.object({ born: z.iso.date().pipe(z.coerce.date()).optional() }) }),
    ).toEqual([]);
  });

  it('has the types of its schema', () => {
    expectTypeOf<ConfidentialInput<typeof letter>>().toEqualTypeOf<{
      email: string;
      body?: string | undefined;
      born?: string | undefined;
      variables?: Record<string, string> | undefined;
    }>();
    expectTypeOf<ConfidentialOutput<typeof letter>['body']>().toEqualTypeOf<string>();
    expectTypeOf(defineWith({}).confidential).toEqualTypeOf<z.ZodObject | undefined>();
  });
});

describe('what a producer gives as confidential data', () => {
  const issuesOf = (job: Parameters<typeof wireConfidential>[0], given: unknown) => {
    try {
      wireConfidential(job, given);
      return [];
    } catch (error) {
      if (error instanceof InvalidPayloadError) return error.issues;
      throw error;
    }
  };

  it('is kept as it will be read: as JSON, before any default or transformation', () => {
    expect(wireConfidential(letter, { email: 'ada@example.org', body: undefined })).toEqual({
      value: { email: 'ada@example.org' },
      json: '{"email":"ada@example.org"}',
    });
    expect(wireConfidential(defineWith({}), undefined)).toBeUndefined();
  });

  it.each<readonly [what: string, given: unknown, path: string, message: string]>([
    ['is missing', undefined, '(confidential)', 'letter.send needs it: give what its definition names'],
    [
      'does not fit',
      { email: 'zz-secret' },
      '(confidential) email',
      expect.stringMatching(/^must have the format email/),
    ],
    [
      'has a field that nobody declared',
      { email: 'ada@example.org', zz: 'zz-secret' },
      '(confidential) zz',
      'is no field of the confidential data: leave it out, or declare it',
    ],
    [
      'is too large',
      { email: 'ada@example.org', body: 'x'.repeat(262_144) },
      '(confidential)',
      '262181 bytes of JSON; at most 262144 are allowed',
    ],
    [
      'holds a number that JSON would round',
      { email: 'ada@example.org', variables: { zz: 2 ** 60 } },
      '(confidential) variables.zz',
      'beyond the integers that JSON keeps exactly; send it as a string',
    ],
  ])('is refused where it %s, by its path and never by its value', (_what, given, path, message) => {
    const [issue] = issuesOf(letter, given);
    expect(issue).toEqual({ path, message });
    expect(JSON.stringify(issuesOf(letter, given))).not.toContain('zz-secret');
  });

  it('is refused for a job that has none', () => {
    expect(issuesOf(defineWith({}), { to: 'zz-secret' })).toEqual([
      { path: '(confidential)', message: 'email.send has no confidential data: leave it out' },
    ]);
  });
});

it('confidential data is nothing for a schedule, which sends the same message each time', () => {
  const payload = { deliveryId: 'nightly-{scheduledAt}' };
  const schedules = { nightly: { cron: '0 3 * * ? *', timeZone: 'Europe/Paris', payload } };
  const [problem] = problemsWith({ schedules, confidential: z.object({ to: z.string() }) });
  expect(problem).toMatchObject({ field: 'schedules', given: ['nightly'] });
  expect(problem?.allowed).toMatch(/^not with confidential: /);
  expect(problemsWith({ schedules })).toEqual([]);
});
