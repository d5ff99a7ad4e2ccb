import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../jobs/index.ts';
import { jobStem } from '../../millrace/definition/job-stem.ts';
import { projectDir } from './project-files.ts';

const SAMPLES = ['billing.charge', 'email.send', 'image.resize', 'lead.enrich', 'report.generate'];

const stems = catalogue.jobs.map(({ type }) => jobStem(type)).sort();
const sources = (catalogue.webhooks ?? []).map(({ source }) => source).sort();
const SAMPLE_SOURCES = ['github', 'stripe'];
const samples = catalogue.jobs.filter(({ type }) => SAMPLES.includes(type));
const stemsIn = (folder: string) =>
  globSync('*.ts', { cwd: join(projectDir, folder) })
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(join(projectDir, path)));

describe('a job file', () => {
  it('is in the catalogue, and every job of the catalogue is a file', () => {
    expect(stemsIn('jobs').filter((stem) => stem !== 'index' && stem !== 'owners')).toEqual(stems);
  });

  it('has a consumer of the same name, and every consumer has a job', () => {
    expect(stemsIn('functions/consumers')).toEqual(stems);
  });

  it('has an owner with a team and an address for its alarms', () => {
    for (const { owner } of catalogue.jobs) {
      expect(catalogue.owners[owner]).toEqual({
        team: expect.stringMatching(/\S/),
        alarmEmail: expect.stringContaining('@'),
      });
    }
  });
});

describe('a webhook file', () => {
  it('is in the catalogue, and every webhook of the catalogue is a file', () => {
    expect(stemsIn('jobs/webhooks').filter((stem) => stem !== 'index')).toEqual(sources);
  });

  it('has a function of the same name, and every function has a webhook', () => {
    expect(stemsIn('functions/webhooks')).toEqual(sources);
  });

  it('has a test of what its provider sends, if it is a sample', () => {
    const tests = sources.filter((source) => SAMPLE_SOURCES.includes(source));
    expect(missing(tests.map((source) => `test/functions/webhooks/${source}.test.ts`))).toEqual([]);
  });
});

describe('a sample job', () => {
  it('has its payload recorded in its current version', () => {
    expect(missing(samples.map(({ type, version }) => `test/jobs/samples/${type}.v${version}.json`))).toEqual([]);
  });

  it('has a test of its definition and one of its consumer', () => {
    const tests = samples.flatMap(({ type }) =>
      ['test/jobs', 'test/functions/consumers'].map((folder) => `${folder}/${jobStem(type)}.test.ts`),
    );
    expect(missing(tests)).toEqual([]);
  });
});
