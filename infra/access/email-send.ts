import type { Access } from 'millrace/cdk';
import { callServices } from '../call-services.ts';
import type { AppStage } from '../stages.ts';

export const access: Access<AppStage> = ({ job, stage }) => callServices(job, stage, 'MAIL');
