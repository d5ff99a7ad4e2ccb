import type { Input } from './dynalite.ts';
import { invalid } from './refusal.ts';

interface Expression {
  type: string;
  name?: string;
  /** A path is an array, anything else an expression or a value. */
  args?: (Expression | unknown[])[];
}

/** dynalite throws where nobody can catch it when `begins_with` is given an attribute that is absent or no string. */
export function refuseBeginsWithAttribute({ _condition, _filter }: Input): void {
  for (const parsed of [_condition, _filter]) {
    if (parsed) visit((parsed as { expression: Expression }).expression);
  }
}

function visit({ name, args = [] }: Expression): void {
  if (name === 'begins_with' && !isValue(args[1])) {
    throw invalid('The embedded engine compares begins_with with a value only, not with an attribute');
  }
  for (const arg of args) if (!Array.isArray(arg)) visit(arg);
}

const isValue = (arg: Expression | unknown[] | undefined) => arg !== undefined && !Array.isArray(arg) && !arg.type;
