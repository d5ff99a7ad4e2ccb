import type { SharedItem } from '../../../millrace/record/shared-item.ts';

/** A write by which a run may test an open breaker. */
export interface TestSeen {
  readonly writer: string;
  readonly atMs: number;
  readonly before: SharedItem | undefined;
}

/** What an invocation was told of a rate and a breaker, and how many jobs it has claimed. */
export interface TurnsSeen {
  claims: number;
  /** The window on which it counted, and the true time at which it asked. */
  window?: { readonly id: string; readonly askedAtMs: number };
  /** The breaker as it read it. */
  breaker?: { readonly item: SharedItem | undefined; readonly readAtMs: number };
  /** It holds the place of the one that tests. */
  isTest: boolean;
}

/** Names one invocation: a later one of the same environment is somebody else. */
export function invocationOf({ writer, deadlineMs }: { readonly writer: string; readonly deadlineMs: number }): string {
  return `${writer} until ${deadlineMs}`;
}
