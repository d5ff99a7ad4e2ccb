import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../jobs/index.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import { upgradePayload } from '../../millrace/definition/upgrade-payload.ts';

const folder = join(import.meta.dirname, 'samples');
const samples = globSync('*', { cwd: folder }).map((file) => {
  const [, type = '', version = '', confidential] = /^(.+)\.v(\d+)(\.confidential)?\.json$/.exec(file) ?? [];
  return { file, type, version: Number(version), isConfidential: confidential !== undefined };
});

describe('a payload recorded once', () => {
  it('is of a job that the catalogue still has', () => {
    const types = catalogue.jobs.map(({ type }) => type);
    expect(samples.filter(({ type }) => !types.includes(type))).toEqual([]);
  });

  it.each(samples.filter(({ isConfidential }) => !isConfidential))(
    'is still understood: $file',
    ({ file, type, version }) => {
      const job = catalogue.jobs.find((candidate) => candidate.type === type);
      if (job === undefined) throw new Error(`the catalogue has no job ${type}`);
      const recorded = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const upgraded = upgradePayload(job, recorded, version);
      expect(upgraded).toMatchObject({ ok: true });
      expect(parsePayload(job, upgraded.ok ? upgraded.data : undefined)).toMatchObject({ ok: true });
    },
  );

  it.each(samples.filter(({ isConfidential }) => isConfidential))(
    'has its confidential data: $file',
    ({ file, type }) => {
      const job = catalogue.jobs.find((candidate) => candidate.type === type);
      const recorded = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      expect(job?.confidential?.safeParse(recorded)).toMatchObject({ success: true });
    },
  );
});
