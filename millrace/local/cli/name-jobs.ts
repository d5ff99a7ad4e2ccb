import { printable } from '../../ops/text/printable.ts';

const MOST_NAMED = 3;
const SHORT_ID = 8;

export interface JobNames {
  readonly jobIds?: readonly string[] | undefined;
  readonly messageIds?: readonly string[] | undefined;
}

/** The jobs that an event is about, or the messages where no job is known; empty where neither is. */
export function nameJobs({ jobIds = [], messageIds = [] }: JobNames): string {
  const names = jobIds.length > 0 ? jobIds.map(printable) : messageIds.map(nameMessage);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Enough of a message id to find it in a log. */
export function nameMessage(messageId: string): string {
  return `message ${printable(messageId).slice(0, SHORT_ID)}…`;
}
