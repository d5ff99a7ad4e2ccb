import { type MillraceJob, referToSecret } from 'millrace/cdk';
import type { AppStage, Service } from './stages.ts';

/** Lets a job's function call these services: their addresses, and a reference to the API key of each. */
export function callServices(job: MillraceJob, stage: AppStage, ...services: readonly Service[]): void {
  for (const service of services) {
    const secretName = `millrace/${stage.name}/${service.toLowerCase().replaceAll('_', '-')}-api-key`;
    job.function.addEnvironment(`${service}_URL`, stage.serviceUrls[service]);
    referToSecret(job.function, `${service}_API_KEY_SECRET`, secretName);
  }
}
