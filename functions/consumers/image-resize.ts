import { consume } from 'millrace/consumer';
import { imageResize } from '../../jobs/image-resize.ts';
import { images } from '../../services/images.ts';

export const handler = consume(imageResize, async (job) => {
  const { imageId, widths } = job.payload;
  const variants = await job.step('derive', ({ effectKey, signal }) =>
    images.derive({ imageId, widths, format: 'webp', idempotencyKey: effectKey, signal }),
  );
  return { variantIds: variants.map((variant) => variant.id) };
});
