import type { Draw } from './draw.ts';

/** Of a call to SQS that has entries. */
const OF_A_BATCH = [
  'failed',
  'answer-lost',
  'arrives-late',
  'sent-twice',
  'partial',
  'slow',
  'death-before',
  'death-after',
  'freeze',
] as const;

/** What may go wrong with a call, by what the call does. */
export const CALL_FAULTS = {
  write: [
    'throttled',
    'failed',
    'answer-lost',
    'arrives-late',
    'sent-twice',
    'slow',
    'death-before',
    'death-after',
    'freeze',
  ],
  read: ['throttled', 'failed', 'slow', 'freeze'],
  send: OF_A_BATCH,
  hide: OF_A_BATCH,
  delete: OF_A_BATCH,
  receive: ['failed', 'answer-lost', 'slow', 'death-after'],
  effect: ['slow', 'death-before', 'death-after', 'freeze'],
} as const;

/** What else happens to the world. The first number is its chance where a schedule has that fault at all. */
export const WORLD_FAULTS = {
  'delivered-twice': 0.15,
  'delivered-out-of-order': 1,
  'visible-too-early': 0.1,
  'received-and-lost': 0.05,
  'invocation-lost': 0.05,
  'invoked-twice': 0.05,
  'acknowledgement-lost': 0.08,
  'partly-acknowledged': 0.05,
  'woken-after-timeout': 0.5,
  'clock-skew': 1,
} as const;

/** What happens by a schedule's own jobs and actors: counted, never drawn for a single call. */
export const HAPPENINGS = [
  'timeout',
  'killed-in-run',
  'killed-in-parse',
  'outlived-margin',
  'froze-in-run',
  'moved-natively',
  'deploy',
  'rollback',
  'newer-message',
  'cancel',
  'swept',
  'two-sweeps-at-once',
  'redrive',
  'two-redrives-at-once',
  'edit',
  'dry-run',
  'order-kept',
  'died-unclaimed',
  'expired',
  'forgotten',
  'rate-spent',
  'breaker-open',
  'breaker-tested',
  'large-step-result',
  'step-repeated',
  'provider-unsure',
  'provider-failed',
  'frozen-between',
  'other-data-refused',
  'over-refused',
  'erased-by-another',
] as const;

export type CallKind = keyof typeof CALL_FAULTS;
export type CallFault = (typeof CALL_FAULTS)[CallKind][number];
export type FaultName = `${CallKind}:${CallFault}` | keyof typeof WORLD_FAULTS | (typeof HAPPENINGS)[number];
export type FaultCounts = Readonly<Record<string, number>>;

/** What goes wrong in one schedule, and how often it did. */
export interface Faults {
  /** True where this fault strikes now; it is counted then. */
  strikes(name: FaultName): boolean;
  /** The fault that strikes this call, if one does. */
  ofCall(kind: CallKind, frailty: number): CallFault | undefined;
  count(name: FaultName): void;
  /** From then on nothing goes wrong. */
  end(): void;
  readonly counts: FaultCounts;
}

const NONE: FaultCounts = Object.fromEntries([
  ...Object.entries(CALL_FAULTS).flatMap(([kind, faults]) => faults.map((fault) => [`${kind}:${fault}`, 0])),
  ...Object.keys(WORLD_FAULTS).map((name) => [name, 0]),
  ...HAPPENINGS.map((name) => [name, 0]),
]);

/** Every kind, none of them seen. */
export function noFaults(): Record<string, number> {
  return { ...NONE };
}

/** What is seldom called is struck more often. */
const WEIGHTS: Readonly<Record<CallKind, number>> = {
  write: 1,
  hide: 1,
  read: 3,
  send: 3,
  receive: 3,
  effect: 3,
  delete: 36,
};

/** Each schedule has some kinds of faults and not others: what one hides, another shows. */
const SHARE_OF_KINDS = 0.4;

/** `intensity`: chance that a call is struck by one kind of fault that this schedule has; 0 is a schedule without any. */
export function createFaults(draw: Draw, intensity: number): Faults {
  const counts = noFaults();
  const chances = new Map<string, number>();
  const turns = new Map<CallKind, readonly CallFault[]>();
  for (const kind of Object.keys(CALL_FAULTS) as CallKind[]) {
    turns.set(kind, fromAnywhere(draw, CALL_FAULTS[kind]));
    for (const fault of CALL_FAULTS[kind]) {
      if (draw.chance(SHARE_OF_KINDS)) chances.set(`${kind}:${fault}`, intensity * WEIGHTS[kind]);
    }
  }
  for (const [name, chance] of Object.entries(WORLD_FAULTS)) {
    if (draw.chance(SHARE_OF_KINDS)) chances.set(name, intensity > 0 ? chance : 0);
  }
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const strikes = (name: FaultName, frailty = 1) => {
    const struck = draw.chance(frailty * (chances.get(name) ?? 0));
    if (struck) count(name);
    return struck;
  };
  return {
    counts,
    count,
    strikes: (name) => strikes(name),
    ofCall: (kind, frailty) => turns.get(kind)?.find((fault) => strikes(`${kind}:${fault}`, frailty)),
    end: () => chances.clear(),
  };
}

/** Of what is struck often, the first kind to be asked would leave little to the others. */
function fromAnywhere<Fault>(draw: Draw, faults: readonly Fault[]): readonly Fault[] {
  const start = draw.between(0, faults.length - 1);
  return [...faults.slice(start), ...faults.slice(0, start)];
}
