import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/consumers/image-resize.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const thumbnails = { resizeId: 'z-1', imageId: 'i-1', widths: [320, 640] };

describe('a resize', () => {
  it('derives each width as WebP and keeps the ids of what came out', async () => {
    const trial = testJob(handler);
    await trial.deliver(thumbnails, { times: 2 });
    expect(trial.outcomes).toEqual(['completed', 'duplicate']);
    expect(trial.records.get('image.resize:z-1')?.data).toBe('{"variantIds":["i-1-320.webp","i-1-640.webp"]}');
    expect((await twins().ledger('images')).effects).toHaveLength(1);
  });

  it('of an image that is gone is dead at once', async () => {
    const trial = testJob(handler);
    await trial.deliver({ ...thumbnails, imageId: 'unknown-1' });
    expect(trial.outcomes).toEqual(['dead']);
  });
});
