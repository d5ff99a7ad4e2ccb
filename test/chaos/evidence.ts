import { type AttributeValue, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { RunningTwins } from '../../services/twins/index.ts';
import type { Effect } from '../../services/twins/twin.ts';
import { orderFulfil } from './order-fulfil.ts';

/** What the records and the services' own ledgers prove: ids of the jobs of which each is true, none where all is well. */
export interface Evidence {
  readonly completed: number;
  readonly notCompleted: readonly string[];
  readonly notChargedOnce: readonly string[];
  readonly notSentOneReceipt: readonly string[];
  readonly notWrittenOnce: readonly string[];
  /** The record's result names another invoice, or another receipt, than the services know. */
  readonly resultUntrue: readonly string[];
}

export interface EvidenceSources {
  readonly jobIds: readonly string[];
  readonly twins: RunningTwins;
  readonly dynamodb: DynamoDBClient;
  readonly table: string;
}

export async function gatherEvidence({ jobIds, twins, dynamodb, table }: EvidenceSources): Promise<Evidence> {
  const records = await readRecords(dynamodb, table);
  const [payments, mail, crm] = await Promise.all(
    (['payments', 'mail', 'crm'] as const).map(async (name) => (await twins.ledger(name)).effects),
  );
  const charges = byText(payments, ({ invoiceId }) => String(invoiceId).split('.')[0]);
  const receipts = byText(mail, ({ idempotencyKey }) => idempotencyKey);
  const accounts = byText(crm, ({ leadId }) => String(leadId));
  const order = (id: string) => id.slice(orderFulfil.type.length + 1);
  const isTrue = (id: string) => {
    const { invoiceId, receiptId } = JSON.parse(records.get(id)?.data ?? '{}');
    const [charge] = charges.get(order(id)) ?? [];
    const [receipt] = receipts.get(`${id}/receipt`) ?? [];
    return charge?.invoiceId === invoiceId && receipt?.templateId === receiptId;
  };
  const unless = (holds: (id: string) => boolean) => jobIds.filter((id) => !holds(id));
  return {
    completed: jobIds.filter((id) => records.get(id)?.status === 'COMPLETED').length,
    notCompleted: unless((id) => records.get(id)?.status === 'COMPLETED'),
    notChargedOnce: unless((id) => charges.get(order(id))?.length === 1),
    notSentOneReceipt: unless((id) => receipts.get(`${id}/receipt`)?.length === 1),
    notWrittenOnce: unless((id) => accounts.get(order(id))?.length === 1),
    resultUntrue: unless(isTrue),
  };
}

interface ScannedRecord {
  readonly status: string | undefined;
  readonly data: string | undefined;
}

async function readRecords(dynamodb: DynamoDBClient, table: string): Promise<Map<string, ScannedRecord>> {
  const records = new Map<string, ScannedRecord>();
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await dynamodb.send(
      new ScanCommand({ TableName: table, ...(from === undefined ? {} : { ExclusiveStartKey: from }) }),
    );
    for (const { id, status, data } of page.Items ?? []) {
      if (id?.S !== undefined) records.set(id.S, { status: status?.S, data: data?.S });
    }
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return records;
}

function byText(effects: readonly Effect[] = [], text: (effect: Effect) => string | undefined): Map<string, Effect[]> {
  return Map.groupBy(effects, (effect) => text(effect) ?? '');
}
