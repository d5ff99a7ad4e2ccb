import { defineJob } from 'millrace';
import * as z from 'zod';

export const imageResize = defineJob({
  type: 'image.resize',
  owner: 'media',
  payload: z.object({
    resizeId: z.string().min(1),
    imageId: z.string().min(1),
    widths: z.array(z.int().min(16).max(4096)).min(1).max(8),
  }),
  result: z.object({ variantIds: z.array(z.string()) }),
  idempotencyKey: 'resizeId',
  p95Seconds: 4,
  memoryMb: 1024,
  // The image service has two encoders for us; more callers would only wait on each other.
  concurrency: 2,
  replay: { rule: 'safe' },
});
