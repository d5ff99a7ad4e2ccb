import { receive } from 'millrace/api';
import { githubEvents } from '../../jobs/webhooks/github.ts';

export const handler = receive(githubEvents);
