import * as z from 'zod';
import { callService } from './call-service.ts';
import { pathPart } from './path-part.ts';

const derived = z.object({ variants: z.array(z.object({ id: z.string(), width: z.int() })) });

export interface DeriveImages {
  readonly imageId: string;
  readonly widths: readonly number[];
  readonly format: 'webp';
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export const images = {
  /** Answers one variant for each width, in the order asked. */
  async derive({ imageId, widths, format, idempotencyKey, signal }: DeriveImages) {
    const answer = await callService({
      service: 'IMAGES',
      method: 'POST',
      path: `/v1/images/${pathPart(imageId)}/variants`,
      body: { widths, format },
      idempotencyKey,
      answer: derived,
      signal,
    });
    return answer.variants;
  },
};
