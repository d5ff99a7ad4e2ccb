import { describe, expect, it } from 'vitest';
import { defineCatalogue } from '../../millrace/definition/catalogue.ts';
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
      `owner: "${owner}" given; a key of the owners (growth)`,
    );
  });
});
