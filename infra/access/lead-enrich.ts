import type { Access } from 'millrace/cdk';
import { reportGenerate } from '../../jobs/report-generate.ts';
import { callServices } from '../call-services.ts';
import type { AppStage } from '../stages.ts';

export const access: Access<AppStage> = ({ job, jobs, stage }) => {
  callServices(job, stage, 'CHAT', 'COMPANY_DATA', 'CRM');
  jobs.grantEnqueue(job.function, reportGenerate);
};
