import { describe, expect, it } from 'vitest';
import { chat } from '../../services/chat.ts';
import { companyData } from '../../services/company-data.ts';
import { crm } from '../../services/crm.ts';
import { images } from '../../services/images.ts';
import { invoices } from '../../services/invoices.ts';
import { reports } from '../../services/reports.ts';
import { useTwins } from './use-twins.ts';

const twins = useTwins();
const signal = new AbortController().signal;
const company = { name: 'Company c-1', industry: 'Logistics', employees: 120 };

describe('the image service', () => {
  const resize = { imageId: 'i-1', widths: [320, 640], format: 'webp', idempotencyKey: 'k-1', signal } as const;

  it('derives each width once, however often the same job asks', async () => {
    const variants = [
      { id: 'i-1-320.webp', width: 320 },
      { id: 'i-1-640.webp', width: 640 },
    ];
    expect(await images.derive(resize)).toEqual(variants);
    expect(await images.derive(resize)).toEqual(variants);
    expect((await twins().ledger('images')).effects).toEqual([
      { kind: 'image-derived', idempotencyKey: 'k-1', imageId: 'i-1', widths: [320, 640] },
    ]);
  });
});

describe('the invoices', () => {
  it('say what is owed, and by whom', async () => {
    expect(await invoices.find({ invoiceId: 'in-1', signal })).toEqual({
      status: 'open',
      customerId: 'customer-1',
      amount: 4990,
      currency: 'eur',
    });
  });
});

describe('the company data', () => {
  it('says what a company does', async () => {
    expect(await companyData.find({ companyId: 'c-1', signal })).toEqual(company);
  });
});

describe('the CRM', () => {
  it('holds one account a lead, however often it is written', async () => {
    const account = { id: 'account-l-1', company };
    expect(await crm.upsertAccount({ leadId: 'l-1', company, signal })).toEqual(account);
    expect(await crm.upsertAccount({ leadId: 'l-1', company, signal })).toEqual(account);
    expect(await crm.findAccount({ leadId: 'l-1', signal })).toEqual(account);
    expect((await twins().ledger('crm')).effects).toEqual([{ kind: 'account-written', leadId: 'l-1' }]);
  });

  it('knows no account that nobody wrote', async () => {
    await expect(crm.findAccount({ leadId: 'l-2', signal })).rejects.toThrow('CRM: answered 404 no_such_account');
  });
});

describe('the report store', () => {
  it('keeps one document a report', async () => {
    const report = { reportId: 'r-1', title: 'Company c-1', facts: company, signal };
    expect(await reports.save(report)).toEqual({ documentId: 'document-r-1' });
    expect(await reports.save(report)).toEqual({ documentId: 'document-r-1' });
    expect((await twins().ledger('reports')).effects).toEqual([{ kind: 'report-saved', reportId: 'r-1' }]);
  });
});

describe('the chat', () => {
  it('posts each notice it is given, and takes a bare ok for an answer', async () => {
    await chat.post({ text: 'Report r-1 is ready.', signal });
    expect((await twins().ledger('chat')).effects).toEqual([{ kind: 'notice-posted', text: 'Report r-1 is ready.' }]);
  });
});
