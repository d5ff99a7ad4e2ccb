import * as z from 'zod';
import { callService } from './call-service.ts';
import { pathPart } from './path-part.ts';

const saved = z.object({ documentId: z.string() });

export interface Report {
  readonly reportId: string;
  readonly title: string;
  readonly facts: object;
  readonly signal: AbortSignal;
}

export const reports = {
  /** Saving the same report again replaces it. */
  save({ reportId, title, facts, signal }: Report) {
    return callService({
      service: 'REPORTS',
      method: 'PUT',
      path: `/v1/reports/${pathPart(reportId)}`,
      body: { title, facts },
      answer: saved,
      signal,
    });
  },
};
