import { defaults } from './defaults.ts';
import type { DefinitionProblem } from './definition-errors.ts';
import { isPlainObject } from './plain-object.ts';
import { MAX_TYPE_LENGTH } from './wire-limits.ts';

/** One dot and no hyphen: the stem `noun-verb` then belongs to one type only. */
const TYPE = /^[a-z][a-z0-9]*\.[a-z][a-z0-9]*$/;

/** Rules about what a job is called, whose it is, its versions and its replay. */
export function brokenIdentity(spec: Readonly<Record<string, unknown>>): DefinitionProblem[] {
  const problems = [
    typeProblem(spec.type),
    ownerProblem(spec.owner),
    upgradesProblem(spec),
    replayProblem(spec.replay),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function typeProblem(given: unknown): DefinitionProblem | undefined {
  if (typeof given === 'string' && TYPE.test(given) && given.length <= MAX_TYPE_LENGTH) return undefined;
  const allowed = `must be noun.verb: two words of lower-case letters and digits, at most ${MAX_TYPE_LENGTH} characters`;
  return { field: 'type', given, allowed };
}

function ownerProblem(given: unknown): DefinitionProblem | undefined {
  return isFilled(given) ? undefined : { field: 'owner', given, allowed: 'must be a key of the owners' };
}

function upgradesProblem({ version = defaults.version, upgrades = [] }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(upgrades) || !upgrades.every((upgrade) => typeof upgrade === 'function')) {
    return { field: 'upgrades', given: upgrades, allowed: 'must be a list of functions' };
  }
  const needed = typeof version === 'number' ? version - 1 : upgrades.length;
  if (upgrades.length === needed) return undefined;
  const allowed = `version ${version} needs ${needed}: step n turns version n into n + 1`;
  return { field: 'upgrades', given: upgrades.length, allowed };
}

function replayProblem(given: unknown): DefinitionProblem | undefined {
  const allowed = "must be { rule: 'safe' } or { rule: 'check-first', because: 'what a person must look at' }";
  if (!isPlainObject(given)) return { field: 'replay', given, allowed };
  if (given.rule === 'safe' && given.because === undefined) return undefined;
  if (given.rule === 'check-first' && isFilled(given.because)) return undefined;
  return { field: 'replay', given, allowed };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
