import { describe, expect, it } from 'vitest';
import { leadEnrich } from '../../jobs/lead-enrich.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import sample from './samples/lead.enrich.v1.json' with { type: 'json' };

describe('lead.enrich', () => {
  it('is one job an enrichment, so that a lead can be enriched again', () => {
    expect(parsePayload(leadEnrich, sample)).toMatchObject({ ok: true, id: 'lead.enrich:e-1' });
    expect(parsePayload(leadEnrich, { ...sample, enrichmentId: 'e-2' })).toMatchObject({ id: 'lead.enrich:e-2' });
  });
});
