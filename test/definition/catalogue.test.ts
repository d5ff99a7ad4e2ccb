import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineCatalogue } from '../../millrace/definition/catalogue.ts';
import { defineWebhook } from '../../millrace/definition/define-webhook.ts';
import { defineWith } from './define-with.ts';

const owners = { growth: { team: 'Growth', alarmEmail: 'growth@example.com' } };

describe('a catalogue', () => {
  it('holds jobs of known owners', () => {
    const jobs = [defineWith({}), defineWith({ type: 'lead.enrich' })];
    expect(defineCatalogue({ owners, jobs }).jobs).toEqual(jobs);
  });

  it('refuses a type that is there twice, be it the same job', () => {
    const job = defineWith({});
    const twice = 'type: "email.send" given; each type once in the catalogue';
    expect(() => defineCatalogue({ owners, jobs: [job, job] })).toThrow(twice);
    expect(() => defineCatalogue({ owners, jobs: [job, defineWith({ memoryMb: 128 })] })).toThrow(twice);
  });

  it.each(['sales', 'toString'])('refuses the owner %s, whom nobody knows', (owner) => {
    expect(() => defineCatalogue({ owners, jobs: [defineWith({ owner })] })).toThrow(
      `owner: "${owner}" given; must be a key of the owners (growth): put it right in jobs/email-send.ts, or add it to jobs/owners.ts`,
    );
  });

  it.each([undefined, null, 'email.send', { type: 'email.send', owner: 'growth' }])('refuses %j as a job', (job) => {
    const jobs = [defineWith({}), job as never]; // as a JavaScript file may give it
    expect(() => defineCatalogue({ owners, jobs })).toThrow(
      /^job .*: 1 broken rule\n {2}jobs\[1\]: .* given; must be what defineJob returned/,
    );
  });

  it('says where to look for a job that is nothing', () => {
    const jobs = [undefined as never]; // as a JavaScript file may give it
    expect(() => defineCatalogue({ owners, jobs })).toThrow(
      'job (without a type): 1 broken rule\n  jobs[0]: nothing given; must be what defineJob returned: look at what its file exports',
    );
  });
});

describe('the webhooks of a catalogue', () => {
  const job = defineWith({});
  const hook = (source: string, jobs: [typeof job] = [job]) =>
    defineWebhook({
      ...{ source, jobs, signature: { scheme: 'github' }, secret: 'shop/hook', events: z.object({}) },
      job: () => undefined,
    });

  it('enqueue jobs of it', () => {
    const webhooks = [hook('code'), hook('shop')];
    expect(defineCatalogue({ owners, jobs: [job], webhooks }).webhooks).toEqual(webhooks);
    const other = hook('code', [defineWith({ type: 'lead.enrich' })]);
    expect(() => defineCatalogue({ owners, jobs: [job], webhooks: [other] })).toThrow(
      'webhook code: 1 broken rule\n  jobs: "lead.enrich" given; must be jobs of the catalogue: add it in jobs/index.ts',
    );
  });

  it('have a source each', () => {
    expect(() => defineCatalogue({ owners, jobs: [job], webhooks: [hook('code'), hook('code')] })).toThrow(
      'source: "code" given; each source once in the catalogue',
    );
  });

  it.each([undefined, null, 'stripe', { source: 'stripe', jobs: [] }])('are refused where one is %j', (webhook) => {
    const webhooks = [webhook as never]; // as a JavaScript file may give it
    expect(() => defineCatalogue({ owners, jobs: [job], webhooks })).toThrow(
      /^webhook \?: 1 broken rule\n {2}webhooks\[0\]: .* given; must be what defineWebhook returned/,
    );
  });
});
