import * as z from 'zod';
import { callService } from './call-service.ts';

const sent = z.object({ id: z.string() });

export interface Mail {
  readonly to: string;
  readonly name: string;
  readonly templateId: string;
  /** What the template has places for. */
  readonly variables: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export const mail = {
  /** Answers the provider's id of the message. */
  send({ to, name, templateId, variables, idempotencyKey, signal }: Mail) {
    const body = { to, name, templateId, variables };
    return callService({
      service: 'MAIL',
      method: 'POST',
      path: '/v1/messages',
      body,
      idempotencyKey,
      answer: sent,
      signal,
    });
  },
};
