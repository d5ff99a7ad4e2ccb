import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Stage } from './stage.ts';

/** One app in one stage. */
export interface Deployment {
  readonly app: string;
  readonly stage: Stage;
  /** Address of the folder that holds the alarms' runbooks. */
  readonly runbookUrl?: string | undefined;
}

/** Fate of what holds state when it leaves the template or the stack is deleted. */
export function removalPolicy(stage: Stage): RemovalPolicy {
  return stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}
