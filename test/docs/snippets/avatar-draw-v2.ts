import { defineJob } from 'millrace';
import * as z from 'zod';

export const avatarDraw = defineJob({
  type: 'avatar.draw',
  owner: 'media',
  version: 2,
  upgrades: [(payload) => ({ ...payload, sizePx: 64 })],
  payload: z.object({ userId: z.string().min(1), sizePx: z.int().min(16).max(1024) }),
  idempotencyKey: 'userId',
  replay: { rule: 'safe' },
});
