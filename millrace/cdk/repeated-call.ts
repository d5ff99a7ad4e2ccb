import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { recurringSchedule } from './recurring-schedule.ts';
import type { Scheduling } from './scheduling.ts';

interface RepeatedCallProps {
  readonly scheduling: Scheduling;
  /** Ends the schedule's name: a word, and no hyphen, so that no job's schedule has the same. */
  readonly name: string;
  readonly function: IFunction;
  readonly minutes: number;
}

/** Calls a function every so many minutes, asynchronously, with an empty event. */
export class RepeatedCall extends Construct {
  constructor(scope: Construct, id: string, { scheduling, name, minutes, function: called }: RepeatedCallProps) {
    super(scope, id);
    if (!/^[a-z]+$/.test(name)) throw new Error(`RepeatedCall ${id}: name "${name}" given; a lower-case word allowed`);
    if (!Number.isInteger(minutes) || minutes < 1) {
      throw new Error(`RepeatedCall ${id}: ${minutes} minutes given; a whole number from 1 allowed`);
    }
    const role = scheduling.role(this, 'Role', {
      description: `Calls a function by schedule: ${name}`,
      action: 'lambda:InvokeFunction',
      targetArns: [called.functionArn],
    });
    recurringSchedule(this, 'Schedule', scheduling, {
      name: `${scheduling.groupName}-${name}`,
      description: `Calls a function: ${name}`,
      expression: minutes === 1 ? 'rate(1 minute)' : `rate(${minutes} minutes)`,
      timeZone: 'UTC',
      targetArn: called.functionArn,
      role,
      input: '{}',
    });
  }
}
