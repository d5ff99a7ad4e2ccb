import { localAccount } from './local-account.ts';

/** What the template's `Ref` and `Fn::GetAtt` of a resource stand for in the local run. */
export interface PhysicalResource {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export type PhysicalResources = ReadonlyMap<string, PhysicalResource>;

/** A value of the template that the local run cannot work out. */
export class UnresolvableTemplateError extends Error {
  override readonly name = 'UnresolvableTemplateError';
}

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Region': localAccount.region,
  'AWS::AccountId': localAccount.accountId,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

type Resolve = (value: unknown) => unknown;
type Intrinsic = (argument: unknown, resources: PhysicalResources, resolve: Resolve) => unknown;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (name, resources) => resolveRef(String(name), resources),
  'Fn::GetAtt': (argument, resources) => resolveAttribute(argument, resources),
  'Fn::Join': (argument, _resources, resolve) => {
    const [separator, parts] = pair('Fn::Join', argument);
    return list('Fn::Join', resolve(parts)).map(String).join(String(separator));
  },
  'Fn::Select': (argument, _resources, resolve) => {
    const [index, items] = pair('Fn::Select', argument);
    return list('Fn::Select', resolve(items))[Number(index)];
  },
  'Fn::Split': (argument, _resources, resolve) => {
    const [separator, text] = pair('Fn::Split', argument);
    return String(resolve(text)).split(String(separator));
  },
  'Fn::Sub': substitute,
};

/** The value with every intrinsic function worked out. */
export function resolveIntrinsics(value: unknown, resources: PhysicalResources): unknown {
  const resolve: Resolve = (part) => resolveIntrinsics(part, resources);
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries.length === 1 ? (entries[0] ?? []) : [];
  if (name !== undefined && (name === 'Ref' || name.startsWith('Fn::'))) {
    const intrinsic = intrinsics[name];
    if (!intrinsic) throw new UnresolvableTemplateError(`the local run does not know the intrinsic function ${name}`);
    return intrinsic(argument, resources, resolve);
  }
  return Object.fromEntries(entries.map(([key, part]) => [key, resolve(part)]));
}

function resolveRef(name: string, resources: PhysicalResources): string {
  const value = pseudoParameters[name] ?? resources.get(name)?.ref;
  if (value === undefined) throw new UnresolvableTemplateError(`the local run has no value for Ref ${name}`);
  return value;
}

function resolveAttribute(argument: unknown, resources: PhysicalResources): string {
  const [logicalId = '', attribute = ''] =
    typeof argument === 'string' ? splitOnce(argument) : list('Fn::GetAtt', argument);
  const value = resources.get(String(logicalId))?.attributes[String(attribute)];
  if (value === undefined) {
    throw new UnresolvableTemplateError(`the local run has no value for Fn::GetAtt ${logicalId}.${attribute}`);
  }
  return value;
}

function substitute(argument: unknown, resources: PhysicalResources, resolve: Resolve): string {
  const [text, given] = Array.isArray(argument) ? argument : [argument, {}];
  const own = Object(resolve(given)) as Record<string, unknown>;
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(own, name)) return String(own[name]);
    return name.includes('.') ? resolveAttribute(name, resources) : resolveRef(name, resources);
  });
}

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
}

function pair(name: string, argument: unknown): [unknown, unknown] {
  const [first, second] = list(name, argument);
  return [first, second];
}

function list(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new UnresolvableTemplateError(`${name} wants a list, not ${JSON.stringify(value)}`);
  return value;
}
