import * as z from 'zod';

/** What company data and CRM say of a company. */
export const company = z.object({ name: z.string(), industry: z.string(), employees: z.int() });

export type Company = z.output<typeof company>;
