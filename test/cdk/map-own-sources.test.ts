import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapOwnSources } from '../../millrace/cdk/map-own-sources.ts';
import { decodeNumbers, encodeNumbers } from '../../millrace/cdk/variable-length-quantity.ts';

describe('a source map of our own sources', () => {
  it('keeps their mappings, drops those of packages, and ends the own code where package code begins', () => {
    // Columns 0 and 8 come from the package, 4 from ours (line 2, column 0), 12 from ours (line 3, column 5).
    const mappings = ['AAAA', 'ICCA', 'IDAA', 'ICCK'].join(',');
    const map = { version: 3, sources: ['node_modules/zod/index.js', 'jobs/a.ts'], names: [], mappings };
    expect(JSON.parse(mapOwnSources(JSON.stringify(map)))).toEqual({
      version: 3,
      sources: ['jobs/a.ts'],
      names: [],
      mappings: ['IACA', 'I', 'IACK'].join(','),
    });
  });

  it('leaves a map without packages as it is', () => {
    const map = { version: 3, sources: ['jobs/a.ts'], names: [], mappings: ';AAAA,CACC;;AADD' };
    expect(JSON.parse(mapOwnSources(JSON.stringify(map)))).toEqual(map);
  });
});

describe('the numbers of a mapping', () => {
  it('are written as the standard says', () => {
    expect(encodeNumbers([0, 1, -1, 15, 16, -1000])).toBe('ACDegBx+B');
  });

  it('come back as they went in', async () => {
    await fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (numbers) => {
        expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
      }),
    );
  });
});
