import { defineWebhook } from 'millrace';
import * as z from 'zod';
import { emailSend } from '../email-send.ts';

export const stripeEvents = defineWebhook({
  source: 'stripe',
  signature: { scheme: 'stripe' },
  secret: 'millrace/{stage}/stripe-webhook',
  events: z.object({
    data: z.object({
      object: z.object({
        customer: z.string().nullish(),
        customer_email: z.string().nullish(),
        customer_name: z.string().nullish(),
        hosted_invoice_url: z.string().nullish(),
      }),
    }),
  }),
  jobs: [emailSend],
  job: ({ id, type, body }) => {
    const { customer, customer_email: to, customer_name: name, hosted_invoice_url: invoiceUrl } = body.data.object;
    if (type !== 'invoice.payment_failed' || !customer || !to) return undefined;
    return {
      job: emailSend,
      payload: { deliveryId: id, templateId: 'invoice-reminder', userId: customer },
      confidential: { to, name: name ?? '', variables: { invoiceUrl: invoiceUrl ?? '' } },
    };
  },
});
