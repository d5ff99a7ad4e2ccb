import { Construct } from 'constructs';

/** Where the resources of one of a job's queues belong: in the construct itself where the job has one queue only. */
export function ofPriority(scope: Construct, priority: string | undefined): Construct {
  return priority === undefined ? scope : new Construct(scope, priority);
}
