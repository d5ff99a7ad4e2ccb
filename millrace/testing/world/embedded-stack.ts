import { type Engine, startEngine } from '../../local/engine/start-engine.ts';
import { readEventSources } from '../../local/event-source/read-event-sources.ts';
import { readFunction } from '../../local/function/read-function.ts';
import { type Provisioned, provision } from '../../local/provision/provision.ts';
import { type ServiceClients, serviceClients } from '../../local/service-clients.ts';
import { resourcesOf } from '../../local/template/cloud-formation-template.ts';
import type { Assembly } from '../../local/template/read-assembly.ts';
import { createVirtualClock, type VirtualClock } from '../../message/clock.ts';

/** The queues and tables of a synthesised stack, created on an engine of their own. */
export interface EmbeddedStack {
  readonly engine: Engine;
  readonly clients: ServiceClients;
  readonly deployed: ReturnType<typeof deployedJob>;
}

export async function startEmbeddedStack(
  assembly: Assembly,
  type: string,
  clock: VirtualClock = createVirtualClock(),
): Promise<EmbeddedStack> {
  const engine = await startEngine({ clock });
  const clients = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  const provisioned = await provision({ template: assembly.template, ...clients });
  return { engine, clients, deployed: deployedJob(assembly, provisioned, type) };
}

/** A job as its stack runs it: its function, the mapping that feeds it, its two queues. */
function deployedJob(assembly: Assembly, { queues, physical }: Provisioned, type: string) {
  const functions = resourcesOf(assembly.template, 'AWS::Lambda::Function').map(({ logicalId }) =>
    readFunction(logicalId, { ...assembly, physical }),
  );
  const consumer = theOne(functions, `function of ${type}`, ({ displayName }) => displayName === type);
  const mapping = theOne(
    readEventSources(assembly.template, physical),
    `event source of ${type}`,
    ({ functionName }) => functionName === consumer.functionName,
  );
  const source = theOne(queues, `queue of ${type}`, ({ arn }) => arn === mapping.queueArn);
  const dead = theOne(
    queues,
    `dead-letter queue of ${type}`,
    ({ url }) => url === consumer.variables.MILLRACE_DEAD_LETTER_QUEUE_URL,
  );
  return { consumer, source, dead, mapping: { ...mapping, visibilitySeconds: source.visibilitySeconds } };
}

function theOne<Item>(items: readonly Item[], what: string, is: (item: Item) => boolean): Item {
  const found = items.find(is);
  if (found === undefined) throw new Error(`the template has no ${what}`);
  return found;
}
