import { defineWebhook } from 'millrace';
import * as z from 'zod';
import { leadEnrich } from '../lead-enrich.ts';

export const githubEvents = defineWebhook({
  source: 'github',
  signature: { scheme: 'github' },
  secret: 'millrace/{stage}/github-webhook',
  events: z.object({
    action: z.string().optional(),
    sponsorship: z.object({ node_id: z.string(), sponsor: z.object({ node_id: z.string() }) }).optional(),
  }),
  jobs: [leadEnrich],
  // By the body, not by the event's type, which GitHub does not sign.
  job: ({ id, body: { action, sponsorship } }) => {
    if (action !== 'created' || !sponsorship) return undefined;
    const { node_id: leadId, sponsor } = sponsorship;
    return { job: leadEnrich, payload: { enrichmentId: id, leadId, companyId: sponsor.node_id } };
  },
});
