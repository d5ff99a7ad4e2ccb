import { consume } from 'millrace/consumer';
import { createProducer } from 'millrace/producer';
import { leadEnrich } from '../../jobs/lead-enrich.ts';
import { reportGenerate } from '../../jobs/report-generate.ts';
import { companyData } from '../../services/company-data.ts';
import { crm } from '../../services/crm.ts';

const producer = createProducer();

export const handler = consume(leadEnrich, async (job) => {
  const { enrichmentId, leadId, companyId } = job.payload;
  const company = await companyData.find({ companyId, signal: job.signal });
  const account = await crm.upsertAccount({ leadId, company, signal: job.signal });
  // The report's id follows from this job's: a second run enqueues the same report job again.
  const report = await producer.enqueue(reportGenerate, { reportId: enrichmentId, leadId });
  return { accountId: account.id, reportJobId: report.jobId };
});
