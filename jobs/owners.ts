import type { Owners } from 'millrace';

export const owners = {
  growth: { team: 'Growth', alarmEmail: 'growth-alarms@example.com' },
  media: { team: 'Media', alarmEmail: 'media-alarms@example.com' },
  billing: { team: 'Billing', alarmEmail: 'billing-alarms@example.com' },
  sales: { team: 'Sales operations', alarmEmail: 'sales-alarms@example.com' },
} satisfies Owners;
