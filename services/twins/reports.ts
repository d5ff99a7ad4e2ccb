import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

const report = z.object({ title: z.string(), facts: z.record(z.string(), z.unknown()) });

/** A store of documents by report id. Saving the same document again is no effect. */
export const reportsTwin: Twin = {
  deduplicates: false,
  open: (record) => {
    const saved = new Map<string, z.output<typeof report>>();
    return (call) => {
      const reportId = /^\/v1\/reports\/([^/]+)$/.exec(call.path)?.[1];
      if (call.method !== 'PUT' || reportId === undefined) return failed(404, 'no_such_route');
      const document = report.parse(call.body);
      if (!isDeepStrictEqual(saved.get(reportId), document)) record({ kind: 'report-saved', reportId });
      saved.set(reportId, document);
      return { status: 200, body: { documentId: `document-${reportId}` } };
    };
  },
};
