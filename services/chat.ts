import * as z from 'zod';
import { callService } from './call-service.ts';

export interface Notice {
  readonly text: string;
  readonly signal: AbortSignal;
}

/** A channel's incoming webhook, in Slack's wire format: the last part of its address is its secret. */
export const chat = {
  async post({ text, signal }: Notice): Promise<void> {
    await callService({
      service: 'CHAT',
      method: 'POST',
      path: '/services',
      keyInPath: true,
      body: { text },
      answer: z.literal('ok'),
      signal,
    });
  },
};
