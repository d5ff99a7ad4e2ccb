import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapOwnSources } from '../../millrace/cdk/map-own-sources.ts';

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
  const ofOwn = (mappings: string) => JSON.stringify({ version: 3, sources: ['jobs/a.ts'], names: [], mappings });

  it('are written as the standard says', () => {
    // 0, 1, -1, 15, 16, -1000 among them.
    const map = ofOwn('AAw+Bw+B,eACD,CAgBx+B');
    expect(mapOwnSources(map)).toBe(map);
  });

  it('come back as they went in', async () => {
    const number = fc.integer({ min: 0, max: 1_000_000 });
    const line = fc.uniqueArray(fc.tuple(number, number, number), { selector: ([column]) => column, maxLength: 9 });
    await fc.assert(
      fc.property(fc.array(line), (lines) => {
        const segments = lines.map((one) =>
          one
            .sort(([left], [right]) => left - right)
            .map(([column, at, from]): SourceMapSegment => [column, 0, at, from]),
        );
        const { mappings } = JSON.parse(mapOwnSources(ofOwn(encode(segments))));
        expect(decode(mappings)).toEqual(segments.length === 0 ? [[]] : segments);
      }),
    );
  });
});
