import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Stage } from 'millrace/cdk';

/** Outside services that jobs call: the name begins their variables (`MAIL_URL`, `MAIL_API_KEY_SECRET`). */
export type Service = 'MAIL' | 'IMAGES' | 'INVOICES' | 'PAYMENTS' | 'COMPANY_DATA' | 'CRM' | 'REPORTS' | 'CHAT';

export interface AppStage extends Stage {
  readonly serviceUrls: Readonly<Record<Service, string>>;
}

export const stages: Readonly<Record<string, AppStage>> = {
  dev: {
    name: 'dev',
    keepsData: false,
    pages: false,
    logRetention: RetentionDays.ONE_WEEK,
    serviceUrls: {
      MAIL: 'https://mail.sandbox.example.com',
      IMAGES: 'https://images.sandbox.example.com',
      INVOICES: 'https://invoices.sandbox.example.com',
      PAYMENTS: 'https://payments.sandbox.example.com',
      COMPANY_DATA: 'https://company-data.sandbox.example.com',
      CRM: 'https://crm.sandbox.example.com',
      REPORTS: 'https://reports.sandbox.example.com',
      CHAT: 'https://chat.sandbox.example.com',
    },
  },
  prod: {
    name: 'prod',
    keepsData: true,
    pages: true,
    logRetention: RetentionDays.THREE_MONTHS,
    serviceUrls: {
      MAIL: 'https://mail.example.com',
      IMAGES: 'https://images.example.com',
      INVOICES: 'https://invoices.example.com',
      PAYMENTS: 'https://payments.example.com',
      COMPANY_DATA: 'https://company-data.example.com',
      CRM: 'https://crm.example.com',
      REPORTS: 'https://reports.example.com',
      CHAT: 'https://chat.example.com',
    },
  },
};
