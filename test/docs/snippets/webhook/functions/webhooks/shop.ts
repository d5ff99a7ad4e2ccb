import { receive } from 'millrace/api';
import { shopEvents } from '../../jobs/webhooks/shop.ts';

export const handler = receive(shopEvents);
