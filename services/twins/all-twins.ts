import { chatTwin } from './chat.ts';
import { companyDataTwin } from './company-data.ts';
import { crmTwin } from './crm.ts';
import { imagesTwin } from './images.ts';
import { invoicesTwin } from './invoices.ts';
import { mailTwin } from './mail.ts';
import { paymentsTwin } from './payments.ts';
import { reportsTwin } from './reports.ts';
import { secretsManagerTwin } from './secrets-manager.ts';
import type { Twin } from './twin.ts';

/** Each twin under the first part of its path; `company-data` stands in for `COMPANY_DATA_URL`. */
export const allTwins = {
  mail: mailTwin,
  images: imagesTwin,
  invoices: invoicesTwin,
  payments: paymentsTwin,
  'company-data': companyDataTwin,
  crm: crmTwin,
  reports: reportsTwin,
  chat: chatTwin,
  // The first part of the extension's own paths.
  secretsmanager: secretsManagerTwin,
} satisfies Record<string, Twin>;

export type TwinName = keyof typeof allTwins;

/** What a function's environment holds to call the twins: their addresses, that they ask for no key, where secrets are. */
export function twinEnvironment(address: string): Record<string, string> {
  const environment: Record<string, string> = { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: new URL(address).port };
  for (const name of Object.keys(allTwins).filter((each) => each !== 'secretsmanager')) {
    const service = name.toUpperCase().replaceAll('-', '_');
    environment[`${service}_URL`] = `${address}/${name}`;
    environment[`${service}_API_KEY_SECRET`] = '';
  }
  return environment;
}
