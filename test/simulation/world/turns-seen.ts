import type { SharedItem } from '../../../millrace/record/shared-item.ts';

/** A write by which a run may test an open breaker. */
export interface TestSeen {
  readonly writer: string;
  readonly atMs: number;
  readonly before: SharedItem | undefined;
}

export interface WindowSeen {
  readonly id: string;
  readonly askedAtMs: number;
}

/** What an invocation was told of a rate and a breaker, and how many jobs it has claimed. */
export interface TurnsSeen {
  claims: number;
  /**
   * The window on which it counted, and the true time at which it asked. More than one where an invocation before it, in
   * the same environment, went on with what it had given up to wait for: which of them is its own nobody can tell.
   */
  windows: readonly WindowSeen[];
  /** The breaker as it read it. */
  breaker?: { readonly item: SharedItem | undefined; readonly readAtMs: number };
  /** It holds the place of the one that tests. */
  isTest: boolean;
}

/** Names one invocation: a later one of the same environment is somebody else. */
export function invocationOf({ writer, deadlineMs }: { readonly writer: string; readonly deadlineMs: number }): string {
  return `${writer} until ${deadlineMs}`;
}
