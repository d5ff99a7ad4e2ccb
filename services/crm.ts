import * as z from 'zod';
import { callService } from './call-service.ts';
import { type Company, company } from './company.ts';
import { pathPart } from './path-part.ts';

const account = z.object({ id: z.string(), company });

export interface UpsertAccount {
  readonly leadId: string;
  readonly company: Company;
  readonly signal: AbortSignal;
}

export interface FindAccount {
  readonly leadId: string;
  readonly signal: AbortSignal;
}

/** Accounts by our own lead id: writing the same twice leaves one. */
export const crm = {
  upsertAccount({ leadId, company, signal }: UpsertAccount) {
    const path = accountPath(leadId);
    return callService({ service: 'CRM', method: 'PUT', path, body: { company }, answer: account, signal });
  },
  findAccount({ leadId, signal }: FindAccount) {
    return callService({ service: 'CRM', method: 'GET', path: accountPath(leadId), answer: account, signal });
  },
};

function accountPath(leadId: string): string {
  return `/v1/accounts/by-lead/${pathPart(leadId)}`;
}
