import { consume } from 'millrace/consumer';
import { createProducer } from 'millrace/producer';
import { testJob } from 'millrace/testing';
import { expect, it } from 'vitest';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { createFakeQueues } from '../producer/fake-queues.ts';
import { invite, inviteSend, sendInvite } from './snippets/invite-send.ts';

it('the invitation of docs/library.md is posted to its address, which is kept nowhere then', async () => {
  const posted: string[] = [];
  const trial = testJob(
    consume(
      inviteSend,
      sendInvite(async ({ email }) => void posted.push(email)),
    ),
  );
  await trial.deliver({ inviteId: 'i-1' }, { confidential: { email: 'ada@example.com', greeting: 'Dear Ada' } });
  expect([trial.outcomes, posted, trial.confidential.size]).toEqual([['completed'], ['ada@example.com'], 0]);
  const fake = createFakeQueues();
  const records = createMemoryRecordTable();
  await invite(createProducer({ app: 'shop', stage: 'dev', queues: fake.queues, records }), 'i-2');
  expect(records.confidential.has('invite.send:i-2/confidential')).toBe(true);
  expect(JSON.stringify(fake.requests)).not.toContain('ada@example.com');
});
