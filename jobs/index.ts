import { defineCatalogue } from 'millrace';
import { billingCharge } from './billing-charge.ts';
import { emailSend } from './email-send.ts';
import { imageResize } from './image-resize.ts';
import { leadEnrich } from './lead-enrich.ts';
import { owners } from './owners.ts';
import { reportGenerate } from './report-generate.ts';
import { webhooks } from './webhooks/index.ts';

export const catalogue = defineCatalogue({
  owners,
  jobs: [
    billingCharge,
    emailSend,
    imageResize,
    leadEnrich,
    reportGenerate,
    // One line a job, so that two new jobs do not meet in a merge.
  ],
  webhooks,
});
