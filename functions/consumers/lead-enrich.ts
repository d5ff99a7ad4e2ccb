import { consume } from 'millrace/consumer';
import { createProducer } from 'millrace/producer';
import { leadEnrich } from '../../jobs/lead-enrich.ts';
import { reportGenerate } from '../../jobs/report-generate.ts';
import { chat } from '../../services/chat.ts';
import { companyData } from '../../services/company-data.ts';
import { crm } from '../../services/crm.ts';

const producer = createProducer();

export const handler = consume(leadEnrich, async (job) => {
  const { enrichmentId, leadId, companyId } = job.payload;
  // A step, for the next ones build on its answer: a later run writes what the first one wrote, whatever is said then.
  const company = await job.step('company', ({ signal }) => companyData.find({ companyId, signal }));
  const account = await job.step('account', ({ signal }) => crm.upsertAccount({ leadId, company, signal }));
  // The report's id follows from this job's: ordered once more, it is the same job.
  const report = await job.step('report', () => producer.enqueue(reportGenerate, { reportId: enrichmentId, leadId }));
  // Last, because a chat webhook knows no key: a worker that dies between the notice and its record posts it again.
  await job.step('notice', ({ signal }) => chat.post({ text: `Lead ${leadId} is now ${account.id}.`, signal }));
  return { accountId: account.id, reportJobId: report.jobId };
});
