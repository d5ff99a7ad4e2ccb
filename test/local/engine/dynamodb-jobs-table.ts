import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../../millrace/local/engine/start-engine.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';
import { createDynamoDbClient, createItemCalls } from '../../contracts/item-calls.ts';
import { jobsTable } from '../../contracts/jobs-table.ts';

/** An engine of its own with a table `jobs`, spoken to through the real SDK. */
export async function startJobsTable() {
  const clock = createVirtualClock();
  const engine = await startEngine({ clock });
  const client = createDynamoDbClient(engine.endpoint, engine.region);
  await client.send(new CreateTableCommand(jobsTable('jobs')));
  return {
    ...createItemCalls(client, 'jobs'),
    clock,
    engine,
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}
