import { createInterface } from 'node:readline';
import type { LocalRunEvent } from 'millrace/local';
import type { ProjectCopy } from './project-copy.ts';

/** Starts `npm start -- --json` in a copy, and answers each event that a test asks for. The copy's removal ends it. */
export function localRunOfCopy(copy: ProjectCopy) {
  const { stdout } = copy.start('millrace/bin/millrace.mjs', 'local', '--json');
  if (stdout === null) throw new Error('the local run has no output');
  const events = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const seen: string[] = [];
  return {
    /** Each line that was read so far. */
    seen,
    /** The next event of this name. @throws where the run ends before it. */
    async next<Name extends LocalRunEvent['event']>(name: Name): Promise<Extract<LocalRunEvent, { event: Name }>> {
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error(`the local run ended before it said ${name}`);
        seen.push(value);
        const event: LocalRunEvent = JSON.parse(value);
        if (isNamed(event, name)) return event;
      }
    },
  };
}

function isNamed<Name extends LocalRunEvent['event']>(
  event: LocalRunEvent,
  name: Name,
): event is Extract<LocalRunEvent, { event: Name }> {
  return event.event === name;
}
