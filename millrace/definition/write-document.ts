import type { JobDefinition } from './job-definition.ts';

/** What a message's body says of its job. */
export interface DocumentToWrite {
  readonly job: Pick<JobDefinition, 'type' | 'version'>;
  readonly id: string;
  /** The payload as `wirePayload` made it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** URI reference of the sender: `/millrace/<app>/<stage>`. */
  readonly source: string;
  /** ISO instant of the sending. */
  readonly time: string;
  readonly expiresAt?: string | undefined;
  readonly traceparent?: string | undefined;
  readonly hops?: number | undefined;
}

/** Begins a body's `dataschema`, before `<type>:<version>`. */
export const SCHEMA_URN = 'urn:millrace:job:';

/** A body as text that SQS accepts: U+FFFE and U+FFFF, which JSON leaves bare and SQS refuses, are escaped. */
export function writeDocument({ job, id, data, source, time, expiresAt, ...rest }: DocumentToWrite): string {
  const { traceparent, hops } = rest;
  const document = {
    specversion: '1.0',
    id,
    source,
    type: job.type,
    time,
    datacontenttype: 'application/json',
    dataschema: `${SCHEMA_URN}${job.type}:${job.version}`,
    expirytime: expiresAt,
    traceparent,
    hops: hops === 0 ? undefined : hops,
    data,
  };
  return JSON.stringify(document).replace(/[\uFFFE\uFFFF]/g, (refused) =>
    refused === '\uFFFE' ? '\\ufffe' : '\\uffff',
  );
}
