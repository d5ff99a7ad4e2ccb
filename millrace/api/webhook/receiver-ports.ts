import type { WebhookDefinition } from '../../definition/webhook-definition.ts';
import { webhookNames } from '../../definition/webhook-names.ts';
import { systemClock } from '../../message/clock.ts';
import type { ApiPorts } from '../api-ports.ts';
import { connectApi } from '../connect-api.ts';
import { readSecretAccess } from '../environment.ts';
import { secretsExtension } from './secrets-extension.ts';
import { createWebhookSecrets, type WebhookSecrets } from './webhook-secrets.ts';

/** What a webhook's handler needs of the world. */
export interface ReceiverPorts extends ApiPorts {
  readonly secrets: WebhookSecrets;
}

/** The ports of a function that the stack has deployed. */
export function connectReceiver({ source, jobs }: WebhookDefinition): ReceiverPorts {
  const read = secretsExtension(readSecretAccess(webhookNames(source).secretVariable));
  return { ...connectApi({ owners: {}, jobs }), secrets: createWebhookSecrets(read, systemClock) };
}
