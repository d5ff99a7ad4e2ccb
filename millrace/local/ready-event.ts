import type { Catalogue } from '../definition/catalogue.ts';
import { type QueuePair, queuePairs } from '../definition/queue-pairs.ts';
import { webhookNames } from '../definition/webhook-names.ts';
import type { EarlierRun, ReadyEvent } from './local-run-event.ts';
import type { Provisioned } from './provision/provision.ts';
import type { ServiceEndpoints } from './service-endpoints.ts';
import { localAccount } from './template/local-account.ts';

export interface RunFacts {
  readonly endpoints: ServiceEndpoints;
  readonly catalogue: Catalogue;
  readonly provisioned: Provisioned;
  /** Variables of the stack's functions, which name app and stage. */
  readonly variables: Readonly<Record<string, string>>;
  readonly api: string | undefined;
  readonly tokenIssuer: string | undefined;
  readonly twins: string | undefined;
  readonly schedulerEndpoint: string;
  readonly schedules: ReadyEvent['schedules'];
  readonly earlierRun: EarlierRun | undefined;
}

/** Says how to reach the running stack. */
export function readyEvent(facts: RunFacts): ReadyEvent {
  const { endpoints, catalogue, provisioned, variables, api, tokenIssuer, twins, earlierRun } = facts;
  const { MILLRACE_APP: app = '', MILLRACE_STAGE: stage = '' } = variables;
  const urls = (nameOf: (pair: QueuePair) => string) =>
    Object.fromEntries(
      catalogue.jobs.flatMap((job) =>
        queuePairs(app, stage, job).flatMap((pair) => {
          const queue = provisioned.queues.find(({ name }) => name === nameOf(pair));
          return queue ? [[pair.priority === undefined ? job.type : `${job.type}/${pair.priority}`, queue.url]] : [];
        }),
      ),
    );
  return {
    event: 'ready',
    endpoint: endpoints.engine?.endpoint ?? endpoints.sqs,
    api,
    tokenIssuer,
    ...(api === undefined ? {} : webhooksOf(catalogue, api)),
    region: localAccount.region,
    accessKeyId: localAccount.accessKeyId,
    secretAccessKey: localAccount.secretAccessKey,
    queues: urls(({ source }) => source),
    table: provisioned.tables[0]?.name ?? '',
    deadLetterQueues: urls(({ deadLetter }) => deadLetter),
    sqsEndpoint: endpoints.sqs,
    dynamodbEndpoint: endpoints.dynamodb,
    schedulerEndpoint: facts.schedulerEndpoint,
    schedules: facts.schedules,
    twins,
    app,
    stage,
    ...(earlierRun === undefined ? {} : { earlierRun }),
  };
}

function webhooksOf({ webhooks = [] }: Catalogue, api: string): Pick<ReadyEvent, 'webhooks'> {
  if (webhooks.length === 0) return {};
  return { webhooks: Object.fromEntries(webhooks.map(({ source }) => [source, api + webhookNames(source).path])) };
}
