import { callService } from './call-service.ts';
import { company } from './company.ts';
import { pathPart } from './path-part.ts';

export interface FindCompany {
  readonly companyId: string;
  readonly signal: AbortSignal;
}

export const companyData = {
  find({ companyId, signal }: FindCompany) {
    return callService({
      service: 'COMPANY_DATA',
      method: 'GET',
      path: `/v1/companies/${pathPart(companyId)}`,
      answer: company,
      signal,
    });
  },
};
