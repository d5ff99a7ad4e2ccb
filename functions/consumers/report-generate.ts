import { consume } from 'millrace/consumer';
import { reportGenerate } from '../../jobs/report-generate.ts';
import { chat } from '../../services/chat.ts';
import { crm } from '../../services/crm.ts';
import { reports } from '../../services/reports.ts';

export const handler = consume(reportGenerate, async (job) => {
  const { reportId, leadId } = job.payload;
  const { documentId } = await job.step('save', async ({ signal }) => {
    const { company } = await crm.findAccount({ leadId, signal });
    const title = `${company.name}: ${company.industry}, ${company.employees} employees`;
    return reports.save({ reportId, title, facts: company, signal });
  });
  // Last, because a chat webhook knows no key: a worker that dies between the notice and its record posts it again.
  await job.step('notice', ({ signal }) =>
    chat.post({ text: `Report ${reportId} on lead ${leadId} is ready.`, signal }),
  );
  return { documentId };
});
