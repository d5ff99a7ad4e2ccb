import type { DefinitionProblem } from './definition-errors.ts';
import type { JobDefinition } from './job-definition.ts';

/** Every rule that a job breaks, with what was given and what is allowed. */
export function brokenRules(_spec: object, _job: JobDefinition): DefinitionProblem[] {
  return [];
}
