import { receive } from 'millrace/api';
import { stripeEvents } from '../../jobs/webhooks/stripe.ts';

export const handler = receive(stripeEvents);
