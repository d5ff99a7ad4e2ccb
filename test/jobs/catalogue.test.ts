import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../jobs/index.ts';
import { jobStem } from '../../millrace/definition/job-stem.ts';

const root = join(import.meta.dirname, '../..');
const stems = catalogue.jobs.map(({ type }) => jobStem(type)).sort();
const filesIn = (folder: string) =>
  globSync('*.ts', { cwd: join(root, folder) })
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();

describe('the catalogue', () => {
  it('is what stands in the folder of jobs', () => {
    expect(filesIn('jobs').filter((stem) => stem !== 'index' && stem !== 'owners')).toEqual(stems);
  });

  it('has a consumer for every job, and no other', () => {
    expect(filesIn('functions/consumers')).toEqual(stems);
  });

  it('has in the file of each consumer the job that the file is named after', async () => {
    for (const { type } of catalogue.jobs) {
      const { handler } = await import(join(root, `functions/consumers/${jobStem(type)}.ts`));
      expect(handler.job.type).toBe(type);
    }
  });

  it('sends alarms to addresses of teams, never of a person or a real domain', () => {
    for (const { alarmEmail } of Object.values(catalogue.owners)) expect(alarmEmail).toMatch(/-alarms@example\.com$/);
  });

  it('names in its access files only jobs that it has', () => {
    expect(filesIn('infra/access').filter((stem) => !stems.includes(stem))).toEqual([]);
  });
});
