import { consume } from 'millrace/consumer';
import { imageResize } from '../../jobs/image-resize.ts';
import { images } from '../../services/images.ts';

export const handler = consume(imageResize, async (job) => {
  const { imageId, widths } = job.payload;
  const variants = await images.derive({
    imageId,
    widths,
    format: 'webp',
    idempotencyKey: job.id,
    signal: job.signal,
  });
  return { variantIds: variants.map((variant) => variant.id) };
});
