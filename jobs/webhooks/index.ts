import type { WebhookDefinition } from 'millrace';
import { githubEvents } from './github.ts';
import { stripeEvents } from './stripe.ts';

export const webhooks: readonly WebhookDefinition[] = [
  githubEvents,
  stripeEvents,
  // One line a source, as in the catalogue.
];
