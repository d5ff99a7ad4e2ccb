import { OperatorError } from '../operator-error.ts';

/** Refuses a text that can be no job's id. */
export function noJobId(text: string, nextStep = 'an id is <job type>:<key>, as enqueue told it'): OperatorError {
  return new OperatorError(`${text} is no job's id`, nextStep);
}
