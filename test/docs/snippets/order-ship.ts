import { defineJob } from 'millrace';
import type { Work } from 'millrace/consumer';
import * as z from 'zod';

export const orderShip = defineJob({
  type: 'order.ship',
  owner: 'logistics',
  payload: z.object({ orderId: z.string().min(1) }),
  result: z.object({ trackingId: z.string() }),
  idempotencyKey: 'orderId',
  replay: { rule: 'safe' },
});

interface Request {
  readonly orderId: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export interface Warehouse {
  reserve(request: Request): Promise<{ readonly shelf: string }>;
  bookCarrier(request: Request & { readonly shelf: string }): Promise<{ readonly trackingId: string }>;
}

export const shipOrder =
  (warehouse: Warehouse): Work<typeof orderShip> =>
  async ({ payload: { orderId }, step }) => {
    const { shelf } = await step('reserve', ({ effectKey, signal }) =>
      warehouse.reserve({ orderId, idempotencyKey: effectKey, signal }),
    );
    const { trackingId } = await step('book-carrier', ({ effectKey, signal }) =>
      warehouse.bookCarrier({ orderId, shelf, idempotencyKey: effectKey, signal }),
    );
    return { trackingId };
  };
