/** Where the tests of a part are: the longest path that a file begins with counts. Files that begin so, or folders. */
const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  'millrace/record/': ['test/record/', 'test/consumer/'],
  'millrace/record/cancel-job.ts': ['test/record/', 'test/consumer/cancel', 'test/ops/cancel', 'test/ops/dead'],
  'millrace/record/writes/cancelling.ts': ['test/record/', 'test/consumer/cancel', 'test/ops/cancel'],
  'millrace/record/writes/unclaimed.ts': ['test/record/', 'test/consumer/', 'test/ops/redrive', 'test/ops/dead'],
  'millrace/consumer/': ['test/consumer/'],
  'millrace/ops/redrive/': [
    'test/ops/redrive',
    'test/ops/edited-group',
    'test/ops/several-queues',
    'test/journeys/redrive',
    'test/journeys/fifo-copies',
  ],
  'millrace/message/': ['test/message/', 'test/consumer/', 'test/ops/redrive'],
  'millrace/producer/': ['test/producer/', 'test/ops/redrive'],
  'millrace/api/': ['test/api/', 'test/journeys/api'],
  'millrace/record/writes/saving.ts': ['test/record/', 'test/api/', 'test/journeys/api'],
  'millrace/record/unsent-message.ts': ['test/api/'],
  'millrace/record/queue-line.ts': ['test/api/', 'test/producer/'],
};

/** The tests that speak of this file, by how their paths begin. */
export function testsOf(file: string): readonly string[] {
  const [longest] = Object.keys(TESTS_OF)
    .filter((part) => file.startsWith(part))
    .sort((a, b) => b.length - a.length);
  if (longest === undefined) throw new Error(`no tests are known for ${file}: name them in tests-of.ts`);
  return TESTS_OF[longest] ?? [];
}
