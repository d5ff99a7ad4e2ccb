import type { Condition } from '../record/condition.ts';
import type { ConfidentialTable } from '../record/confidential-table.ts';
import type { JobRecord, StoredConfidential, StoredMessage, StoredStepResult } from '../record/job-record.ts';
import type { RecordTable, RecordWrite } from '../record/record-table.ts';
import type { Counting, SharedItem } from '../record/shared-item.ts';

/** The record table in memory: evaluates the same writes that DynamoDB gets. */
export interface MemoryRecordTable extends RecordTable {
  readonly records: ReadonlyMap<string, JobRecord>;
  readonly messages: ReadonlyMap<string, StoredMessage>;
  readonly stepResults: Map<string, StoredStepResult>;
  readonly confidential: Map<string, StoredConfidential>;
  readonly shared: ReadonlyMap<string, SharedItem>;
  readonly counts: ReadonlyMap<string, number>;
}

export function createMemoryRecordTable(): MemoryRecordTable {
  const records = new Map<string, JobRecord>();
  const messages = new Map<string, StoredMessage>();
  const stepResults = new Map<string, StoredStepResult>();
  return {
    records,
    messages,
    stepResults,
    ...memorySharedItems(),
    ...memoryConfidential(records),
    async update(write) {
      const record = records.get(write.id);
      if (write.when && !holds(write.when, record)) return { written: false, record };
      const after = apply(write, record);
      records.set(write.id, after);
      return { written: true, record: after };
    },
    get: async (id) => records.get(id),
    putMessage: async (key, message) => void messages.set(key, message),
    getMessage: async (key) => messages.get(key),
    putStepResult: async (key, result) => void stepResults.set(key, result),
    getStepResult: async (key) => stepResults.get(key),
    async dead(partition, page) {
      const all = [...records.values()]
        .filter((record) => record.dead_partition === partition)
        .sort((a, b) => (b.dead_at ?? '').localeCompare(a.dead_at ?? '') || a.id.localeCompare(b.id));
      const { items, ...more } = pageOf(all, page);
      return { records: items, ...more };
    },
    async unsent(partition, { before, ...page }) {
      const all = [...records.values()]
        .filter(({ unsent_partition, unsent = '' }) => unsent_partition === partition && unsent < before)
        .sort((a, b) => (a.unsent ?? '').localeCompare(b.unsent ?? '') || a.id.localeCompare(b.id));
      const { items, ...more } = pageOf(all, page);
      return { ids: items.map(({ id }) => id), ...more };
    },
  };
}

function memoryConfidential(
  records: ReadonlyMap<string, JobRecord>,
): ConfidentialTable & { readonly confidential: Map<string, StoredConfidential> } {
  const confidential = new Map<string, StoredConfidential>();
  const standing = (key: string) => {
    const item = confidential.get(key);
    return item && { id: key, ...item };
  };
  return {
    confidential,
    async writeConfidential({ id, whenRecord, key, when, put }) {
      if (!holds(whenRecord, records.get(id))) return 'refused-by-record';
      if (!holds(when, standing(key))) return 'refused-by-data';
      if (put) confidential.set(key, put);
      return 'held';
    },
    getConfidential: async (key) => confidential.get(key),
    async renewConfidential(key, expiration, when) {
      const item = confidential.get(key);
      if (item && holds(when, standing(key))) confidential.set(key, { ...item, expiration });
    },
    async eraseConfidential(key, when) {
      if (holds(when, standing(key))) confidential.delete(key);
    },
  };
}

function pageOf<Item>(all: readonly Item[], { limit, next }: { readonly limit: number; readonly next?: string }) {
  const start = next === undefined ? 0 : Number(next);
  const more = start + limit < all.length ? { next: String(start + limit) } : {};
  return { items: all.slice(start, start + limit), ...more };
}

function memorySharedItems() {
  const shared = new Map<string, SharedItem>();
  const counts = new Map<string, number>();
  return {
    shared,
    counts,
    async count({ id, by }: Counting) {
      const counted = (counts.get(id) ?? 0) + by;
      counts.set(id, counted);
      return counted;
    },
    getShared: async (id: string) => shared.get(id),
    async replaceShared(item: SharedItem, readFence: string | undefined) {
      const standing = shared.get(item.id);
      if (standing?.fence !== readFence) return { written: false, item: standing };
      shared.set(item.id, item);
      return { written: true, item };
    },
  };
}

type Item = Partial<JobRecord & StoredConfidential>;

/** DynamoDB's rule: a comparison with an absent attribute is false, `<>` alone is true. */
export function holds(condition: Condition, record: Item | undefined): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.conditions.every((part) => holds(part, record));
    case 'any':
      return condition.conditions.some((part) => holds(part, record));
    case 'oneOf':
      return condition.values.some((value) => record?.[condition.attribute] === value);
    default:
      return compares(condition, record?.[condition.attribute]);
  }
}

function compares(condition: Exclude<Condition, { kind: 'all' | 'any' | 'oneOf' }>, found: unknown): boolean {
  switch (condition.kind) {
    case 'absent':
      return found === undefined;
    case 'present':
      return found !== undefined;
    case 'equals':
      return found === condition.value;
    case 'differs':
      return found !== condition.value;
    case 'below':
      return typeof found === 'number' && found < condition.value;
    case 'atLeast':
      return typeof found === 'number' && found >= condition.value;
  }
}

function apply(write: RecordWrite, before: JobRecord | undefined): JobRecord {
  refuseOverlap(write);
  const after: Record<string, unknown> = { ...before, ...write.set, id: write.id };
  if (write.add) after.attempts = (before?.attempts ?? 0) + write.add.attempts;
  for (const attribute of write.remove ?? []) delete after[attribute];
  // Writes are typed by the record's own attributes, so what they leave is a record.
  return structuredClone(after) as unknown as JobRecord;
}

/** DynamoDB's own refusal: a write that is wrong there must not pass here. */
function refuseOverlap({ set, add, remove = [] }: RecordWrite): void {
  const named = [...Object.keys(set), ...Object.keys(add ?? {}), ...remove];
  const twice = named.find((attribute, index) => named.indexOf(attribute) !== index);
  if (twice !== undefined) throw new Error(`the write names ${twice} twice`);
}
