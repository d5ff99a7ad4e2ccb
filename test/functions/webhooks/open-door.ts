import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { WebhookDefinition } from 'millrace';
import { receive } from 'millrace/api';
import { createApiTrial } from '../../api/api-trial.ts';

/** The door of a webhook, whose provider signs with `whsec-1`, over a table in memory and queues that take everything. */
export function openDoor(webhook: WebhookDefinition) {
  const { ports, fake, clock, records } = createApiTrial();
  const secrets = { valid: async () => ['whsec-1'], lookedAtAgain: async () => undefined };
  const handler = receive(webhook, { ...ports, secrets });
  return {
    clock,
    /** What was queued, as it is on the wire. */
    queued: () => fake.documents.map(({ type, data }) => ({ type, data })),
    /** What is kept beside the records. */
    confidential: () => [...records.confidential.values()].map(({ confidential }) => JSON.parse(confidential)),
    async post(body: string, headers: Record<string, string>): Promise<number | undefined> {
      const { statusCode } = await handler({ body, headers } as unknown as APIGatewayProxyEventV2); // it reads these alone
      return statusCode;
    },
  };
}
