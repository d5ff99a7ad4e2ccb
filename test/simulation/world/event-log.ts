/** What happened, one line an event, kept only where somebody will read it. */
export type EventLog = (who: string, what: string, fault?: string) => void;

export interface RecordedEvents {
  readonly log: EventLog;
  readonly lines: readonly string[];
}

/** `now`: milliseconds since the schedule began. */
export function createEventLog(isKept: boolean, now: () => number): RecordedEvents {
  const lines: string[] = [];
  const log: EventLog = (who, what, fault) => {
    if (!isKept) return;
    lines.push(`${(now() / 1000).toFixed(3).padStart(9)} ${who.padEnd(11)} ${what}${fault ? `  << ${fault}` : ''}`);
  };
  return { log, lines };
}
