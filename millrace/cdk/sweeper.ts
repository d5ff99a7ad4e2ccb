import { Construct } from 'constructs';
import { defaults } from '../definition/defaults.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import type { Deployment } from './deployment.ts';
import type { JobsTable } from './jobs-table.ts';
import type { MillraceJobs } from './millrace-jobs.ts';
import { RepeatedCall } from './repeated-call.ts';
import type { Scheduling } from './scheduling.ts';

/** Within it a sweep sends what it can; the next one comes a minute after its begin. */
const TIMEOUT_SECONDS = 60;

interface SweeperProps {
  readonly bundle: Bundle | undefined;
  readonly jobs: MillraceJobs;
  readonly records: JobsTable;
  readonly scheduling: Scheduling;
}

/** What makes 202 mean saved: each minute it sends what API and webhooks have saved and could not send. */
export class Sweeper extends Construct {
  constructor(scope: Construct, id: string, deployment: Deployment, props: SweeperProps) {
    super(scope, id);
    const { bundle, jobs, records, scheduling } = props;
    if (!bundle) {
      throw new Error("no bundle named sweeper (functions/sweeper.ts): it sends what the API's functions only saved");
    }
    const handler = new BundledFunction(this, 'Handler', deployment, {
      ...{ bundle, service: 'sweeper', memoryMb: defaults.memoryMb, timeoutSeconds: TIMEOUT_SECONDS },
      description: `Sends what was saved and not sent, of ${deployment.app} in ${deployment.stage.name}`,
    });
    for (const { queues } of jobs.all) queues.grantEnqueue(handler.role);
    // What could not be put off is saved, too.
    jobs.delays.grantDelay(handler.role);
    records.grantUnsent(handler.role);
    new RepeatedCall(this, 'EachMinute', { scheduling, name: 'sweeper', function: handler.lambda, minutes: 1 });
  }
}
