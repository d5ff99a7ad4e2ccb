import { SqsError } from './sqs-error.ts';

type Allowed = { readonly range: readonly [number, number] } | { readonly oneOf: readonly string[] } | 'json' | 'text';

interface Rule {
  readonly allowed: Allowed;
  readonly default?: string;
  readonly fifoOnly?: true;
}

const BOOLEAN = { oneOf: ['true', 'false'] };

/** Limits of `CreateQueue` in the SQS API reference. */
const RULES: Readonly<Record<string, Rule>> = {
  VisibilityTimeout: { allowed: { range: [0, 43_200] }, default: '30' },
  MaximumMessageSize: { allowed: { range: [1024, 1_048_576] }, default: '1048576' },
  MessageRetentionPeriod: { allowed: { range: [60, 1_209_600] }, default: '345600' },
  DelaySeconds: { allowed: { range: [0, 900] }, default: '0' },
  ReceiveMessageWaitTimeSeconds: { allowed: { range: [0, 20] }, default: '0' },
  SqsManagedSseEnabled: { allowed: BOOLEAN, default: 'true' },
  KmsMasterKeyId: { allowed: 'text' },
  KmsDataKeyReusePeriodSeconds: { allowed: { range: [60, 86_400] } },
  Policy: { allowed: 'json' },
  RedrivePolicy: { allowed: 'json' },
  RedriveAllowPolicy: { allowed: 'json' },
  FifoQueue: { allowed: { oneOf: ['true'] }, fifoOnly: true, default: 'true' },
  ContentBasedDeduplication: { allowed: BOOLEAN, fifoOnly: true, default: 'false' },
  DeduplicationScope: { allowed: { oneOf: ['queue', 'messageGroup'] }, fifoOnly: true, default: 'queue' },
  FifoThroughputLimit: { allowed: { oneOf: ['perQueue', 'perMessageGroupId'] }, fifoOnly: true, default: 'perQueue' },
};

export type QueueAttributes = Readonly<Record<string, string>>;

export function settableAttributeNames(): string[] {
  return Object.keys(RULES);
}

export function defaultQueueAttributes(fifo: boolean): QueueAttributes {
  const applying = Object.entries(RULES).filter(([, rule]) => rule.default !== undefined && (fifo || !rule.fifoOnly));
  return Object.fromEntries(applying.map(([name, rule]) => [name, rule.default ?? '']));
}

/** The attributes with the changes made; an empty text clears one. */
export function changeQueueAttributes(current: QueueAttributes, changes: QueueAttributes, fifo: boolean) {
  const next: Record<string, string> = { ...current };
  for (const [name, value] of Object.entries(changes)) {
    check(name, value, fifo);
    if (value === '') delete next[name];
    else next[name] = value;
  }
  // One encryption per queue: a key of one's own turns SQS's off.
  if (changes.KmsMasterKeyId) next.SqsManagedSseEnabled = 'false';
  return next;
}

function check(name: string, value: string, fifo: boolean) {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (!rule || (rule.fifoOnly && !fifo)) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${name}.`);
  if (value === '' && (rule.allowed === 'json' || rule.allowed === 'text')) return;
  if (!isAllowed(rule.allowed, value))
    throw new SqsError('InvalidAttributeValue', `Invalid value for the parameter ${name}: ${value}.`);
}

function isAllowed(allowed: Allowed, value: string) {
  if (allowed === 'text') return true;
  if (allowed === 'json') return isJsonObject(value);
  if ('oneOf' in allowed) return allowed.oneOf.includes(value);
  const [min, max] = allowed.range;
  return /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
}

function isJsonObject(value: string) {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}
