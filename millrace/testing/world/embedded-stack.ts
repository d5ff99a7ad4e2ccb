import { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { type Engine, startEngine } from '../../local/engine/start-engine.ts';
import { readEventSources } from '../../local/event-source/read-event-sources.ts';
import { readFunction } from '../../local/function/read-function.ts';
import { type Provisioned, provision } from '../../local/provision/provision.ts';
import { createTemplateSchedules, readSchedules } from '../../local/scheduler/read-schedules.ts';
import { createSchedulerTargets } from '../../local/scheduler/scheduler-targets.ts';
import { type SchedulerServer, startScheduler } from '../../local/scheduler/start-scheduler.ts';
import { type ServiceClients, serviceClients } from '../../local/service-clients.ts';
import { resourcesOf } from '../../local/template/cloud-formation-template.ts';
import { localAccount } from '../../local/template/local-account.ts';
import type { Assembly } from '../../local/template/read-assembly.ts';
import { createVirtualClock, type VirtualClock } from '../../message/clock.ts';

/** The queues and tables of a synthesised stack, created on an engine of their own. */
export interface EmbeddedStack {
  readonly engine: Engine;
  readonly clients: ServiceClients;
  /** With the schedules of the world's own job: the others' would fill queues that nobody looks at. */
  readonly scheduler: SchedulerServer;
  readonly schedulerClient: SchedulerClient;
  readonly deployed: ReturnType<typeof deployedJob>;
  stop(): Promise<void>;
}

export async function startEmbeddedStack(
  assembly: Assembly,
  type: string,
  clock: VirtualClock = createVirtualClock(),
): Promise<EmbeddedStack> {
  const engine = await startEngine({ clock });
  const clients = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  const provisioned = await provision({ template: assembly.template, ...clients });
  const deployed = deployedJob(assembly, provisioned, type);
  const scheduler = await startScheduler({ clock, newId: () => 'execution', targets: queuesOnly(clients.sqs) });
  const { groupNames, schedules } = readSchedules(assembly.template, provisioned.physical);
  const own = schedules.filter(({ content }) => deployed.pairs.some(({ source }) => source.arn === content.Target.Arn));
  createTemplateSchedules(scheduler, { groupNames, schedules: own });
  const schedulerClient = new SchedulerClient({
    ...{ endpoint: scheduler.endpoint, region: localAccount.region, credentials: localAccount },
  });
  return {
    ...{ engine, clients, scheduler, schedulerClient, deployed },
    stop: async () => {
      clients.destroy();
      schedulerClient.destroy();
      await scheduler.stop();
      await engine.stop();
    },
  };
}

function queuesOnly(sqs: SQSClient) {
  const invoke = (functionName: string) => {
    throw new Error(`no function ${functionName} lives in this world`);
  };
  return createSchedulerTargets({ sqs, invoke });
}

/** A job as its stack runs it: its function, and each of its queues with the mapping that empties it. */
function deployedJob(assembly: Assembly, { queues, physical }: Provisioned, type: string) {
  const functions = resourcesOf(assembly.template, 'AWS::Lambda::Function').map(({ logicalId }) =>
    readFunction(logicalId, { ...assembly, physical }),
  );
  const consumer = theOne(functions, `function of ${type}`, ({ displayName }) => displayName === type);
  const sources = readEventSources(assembly.template, physical);
  const urlsIn = (name: string) => String(consumer.variables[`MILLRACE_${name}`]).split(' ');
  const deadUrls = urlsIn('DEAD_LETTER_QUEUE_URLS');
  const pairOf = (sourceUrl: string, index: number) => {
    const source = theOne(queues, `queue ${sourceUrl}`, ({ url }) => url === sourceUrl);
    const dead = theOne(queues, `dead-letter queue of ${sourceUrl}`, ({ url }) => url === deadUrls[index]);
    const mapping = theOne(sources, `event source of ${sourceUrl}`, ({ queueArn }) => queueArn === source.arn);
    return { source, dead, mapping: { ...mapping, visibilitySeconds: source.visibilitySeconds } };
  };
  const [first = '', ...others] = urlsIn('QUEUE_URLS');
  return { consumer, pairs: [pairOf(first, 0), ...others.map((url, index) => pairOf(url, index + 1))] as const };
}

function theOne<Item>(items: readonly Item[], what: string, is: (item: Item) => boolean): Item {
  const found = items.find(is);
  if (found === undefined) throw new Error(`the template has no ${what}`);
  return found;
}
