import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { defineWebhook } from 'millrace';
import { receive } from 'millrace/api';
import * as z from 'zod';
import { createWebhookSecrets, type SecretVersion } from '../../../millrace/api/webhook/webhook-secrets.ts';
import { noteJob } from '../../producer/note-job.ts';
import { createApiTrial } from '../api-trial.ts';

const events = z.object({ keep: z.boolean().optional(), text: z.string().optional(), count: z.int().optional() });
const common = { secret: 'shop/{stage}/hook', events, jobs: [noteJob] } as const;
const asked = (event: { id: string; body: z.output<typeof events> }) => {
  const { keep, text, count } = event.body;
  if (keep === false) return undefined;
  if (text === 'throw') throw new Error('no mapping for arn:aws:sqs:eu-west-1:123456789012:notes');
  return { job: noteJob, payload: { noteId: event.id, text, count } };
};

/** Keeps a note of each event, but of those that say not to. */
export const stripeHook = defineWebhook({ ...common, source: 'shop', signature: { scheme: 'stripe' }, job: asked });
export const githubHook = defineWebhook({ ...common, source: 'code', signature: { scheme: 'github' }, job: asked });

/** Webhooks over a table in memory, queues and a secret that answer as they are told. */
export function createWebhookTrial(answer?: Parameters<typeof createApiTrial>[0]) {
  const trial = createApiTrial(answer);
  const store = { versions: { AWSCURRENT: 'whsec-1' } as Partial<Record<SecretVersion, string>>, isDown: false };
  let reads = 0;
  const secrets = createWebhookSecrets(async (version) => {
    if (version === 'AWSCURRENT') reads += 1;
    if (store.isDown) throw new Error('the signing secret cannot be read: the secrets extension did not answer');
    return store.versions[version];
  }, trial.clock);
  const ports = { ...trial.ports, secrets };
  const handlers = { stripe: receive(stripeHook, ports), github: receive(githubHook, ports) };
  const post = async (scheme: 'stripe' | 'github', request: Partial<APIGatewayProxyEventV2>) => {
    const { statusCode, headers, body = '' } = await handlers[scheme](request as APIGatewayProxyEventV2); // it reads these alone
    return { status: statusCode, headers, text: body };
  };
  return {
    ...trial,
    ...{ ports, store, post },
    secretReads: () => reads,
    /** The ids of the jobs that were saved. */
    saved: () => [...trial.records.records.keys()],
  };
}
