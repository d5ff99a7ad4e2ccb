import { describe, expect, it } from 'vitest';
import { imageResize } from '../../jobs/image-resize.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import sample from './samples/image.resize.v1.json' with { type: 'json' };

describe('image.resize', () => {
  it('is one job a resize', () => {
    expect(parsePayload(imageResize, sample)).toMatchObject({ ok: true, id: 'image.resize:z-1' });
  });

  it.each([
    ['no width', [], 'widths'],
    ['nine widths', [16, 17, 18, 19, 20, 21, 22, 23, 24], 'widths'],
    ['a width below 16', [15], 'widths.0'],
    ['a width above 4096', [16, 4097], 'widths.1'],
    ['half a pixel', [20.5], 'widths.0'],
  ])('refuses %s', (_title, widths, path) => {
    expect(parsePayload(imageResize, { ...sample, widths })).toMatchObject({ ok: false, issues: [{ path }] });
  });

  it('runs two at once, each in a batch of its own', () => {
    expect(imageResize.timing).toMatchObject({ batchSize: 1, maximumConcurrency: 2 });
  });
});
