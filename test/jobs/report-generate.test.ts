import { describe, expect, it } from 'vitest';
import { reportGenerate } from '../../jobs/report-generate.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import sample from './samples/report.generate.v1.json' with { type: 'json' };

describe('report.generate', () => {
  it('is one job a report', () => {
    expect(parsePayload(reportGenerate, sample)).toMatchObject({ ok: true, id: 'report.generate:e-1' });
  });

  it('runs six at once, two batches of three', () => {
    expect(reportGenerate.timing).toMatchObject({ batchSize: 3, maximumConcurrency: 2 });
  });
});
