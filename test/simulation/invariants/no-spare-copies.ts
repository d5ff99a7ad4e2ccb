import type { DeadLetterSeen, EndState, Invariant } from './invariant.ts';

/** What lies in the dead-letter queue is dead; else a fault made the copy, or another of its messages is. */
export const noSpareCopies: Invariant = {
  name: 'what lies in the dead-letter queue is dead',
  atEnd: (end) =>
    end.deadLetters.flatMap((letter) =>
      isSpare(end, letter)
        ? [
            {
              job: jobOf(end, letter) ?? letter.body.slice(0, 60),
              saw: `${letter.deathId} is in the queue, and not dead`,
            },
          ]
        : [],
    ),
};

function isSpare(end: EndState, letter: DeadLetterSeen): boolean {
  const { records, ledger, faults } = end;
  if (letter.deathId === undefined) return false;
  const ownDeath = records.get(letter.deathId);
  if (ownDeath?.status === 'DEAD') return false;
  const job = jobOf(end, letter);
  if (job !== undefined && records.get(job)?.death_id === letter.deathId) return false;
  if (ledger.forgotten.has(job ?? '')) return false;
  const messages = [...ledger.sent.values()].reduce((sum, { jobId, times }) => sum + (jobId === job ? times : 0), 0);
  const wasTouched = ledger.touched.has(job ?? letter.body) || (faults['delivered-twice'] ?? 0) > 0;
  return !wasTouched && messages < 2;
}

function jobOf({ ledger }: EndState, { body }: DeadLetterSeen): string | undefined {
  return ledger.sent.get(body)?.jobId;
}
