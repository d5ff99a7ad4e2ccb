import { consume } from 'millrace/consumer';
import { reportGenerate } from '../../jobs/report-generate.ts';
import { chat } from '../../services/chat.ts';
import { crm } from '../../services/crm.ts';
import { reports } from '../../services/reports.ts';

export const handler = consume(reportGenerate, async (job) => {
  const { reportId, leadId } = job.payload;
  const { company } = await crm.findAccount({ leadId, signal: job.signal });
  const report = await reports.save({
    reportId,
    title: `${company.name}: ${company.industry}, ${company.employees} employees`,
    facts: company,
    signal: job.signal,
  });
  // Last, because a chat webhook knows no idempotency key: no later failure may post it again.
  await chat.post({ text: `Report ${reportId} on lead ${leadId} is ready.`, signal: job.signal });
  return { documentId: report.documentId };
});
