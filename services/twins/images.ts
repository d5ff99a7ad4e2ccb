import * as z from 'zod';
import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

const variants = z.object({ widths: z.array(z.int()), format: z.literal('webp') });

/** Has every image but those whose id begins with `unknown`. */
export const imagesTwin: Twin = {
  deduplicates: true,
  open: (record) => (call) => {
    const imageId = /^\/v1\/images\/([^/]+)\/variants$/.exec(call.path)?.[1];
    if (call.method !== 'POST' || imageId === undefined) return failed(404, 'no_such_route');
    if (imageId.startsWith('unknown')) return failed(404, 'no_such_image');
    const { widths, format } = variants.parse(call.body);
    record({ kind: 'image-derived', idempotencyKey: call.idempotencyKey, imageId, widths });
    return { status: 201, body: { variants: widths.map((width) => ({ id: `${imageId}-${width}.${format}`, width })) } };
  },
};
