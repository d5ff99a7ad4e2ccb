import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Assembly, synthesise } from 'millrace/cdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { stages } from '../../infra/stages.ts';
import { catalogue } from '../../jobs/index.ts';
import { jobStem } from '../../millrace/definition/job-stem.ts';
import { queuePairs } from '../../millrace/definition/queue-pairs.ts';
import { webhookNames } from '../../millrace/definition/webhook-names.ts';
import { inPlainNode } from '../cdk/in-plain-node.ts';

const root = join(import.meta.dirname, '../..');
const stems = catalogue.jobs.map(({ type }) => jobStem(type));
/** One for a job, or as many as it has priorities. */
const pairsIn = (stage: 'dev' | 'prod') =>
  catalogue.jobs.flatMap((job) => queuePairs(cdkJson.context['millrace:app'], stage, job));

interface Resource {
  readonly Type: string;
  readonly Properties: {
    readonly Environment: { readonly Variables: Readonly<Record<string, unknown>> };
    readonly Code: { readonly S3Key: string };
    readonly [property: string]: unknown;
  };
}

let outdir: string;
let assemblies: Readonly<Record<'dev' | 'prod', Assembly>>;
let resources: Readonly<Record<'dev' | 'prod', Readonly<Record<string, Resource>>>>;

async function resourcesOf(stage: string): Promise<Readonly<Record<string, Resource>>> {
  const template = await readFile(
    join(outdir, stage, `${cdkJson.context['millrace:app']}-${stage}.template.json`),
    'utf8',
  );
  return JSON.parse(template).Resources;
}

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'millrace-infra-'));
  const [dev, prod] = await Promise.all([
    synthesise({ root, outdir: join(outdir, 'dev'), stage: 'dev' }),
    synthesise({ root, outdir: join(outdir, 'prod'), stage: 'prod' }),
  ]);
  assemblies = { dev, prod };
  resources = { dev: await resourcesOf('dev'), prod: await resourcesOf('prod') };
}, 60_000);

afterAll(() => rm(outdir, { recursive: true }));

interface RedrivePolicy {
  readonly maxReceiveCount: number;
  readonly deadLetterTargetArn: unknown;
}

/** The properties of what a `Ref` or `Fn::GetAtt` names. */
function referred(stage: 'dev' | 'prod', reference: unknown): Readonly<Record<string, unknown>> {
  const [, id] = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(reference)) ?? [];
  const resource = resources[stage][id ?? ''];
  if (!resource) throw new Error(`nothing stands behind ${JSON.stringify(reference)}`);
  return resource.Properties;
}

const serviceOf = ({ Properties }: Resource) => Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
const isApi = (resource: Resource) => serviceOf(resource) === 'api';
const isConsumer = ({ Properties }: Resource) => Object.hasOwn(Properties.Environment.Variables, 'MILLRACE_JOB_TYPE');
const isWebhook = (resource: Resource) => String(serviceOf(resource)).startsWith('webhooks/');
const { webhooks = [] } = catalogue;

/** Git keeps no empty folder: without jobs there is none. */
async function filesOf(folder: string): Promise<readonly string[]> {
  return existsSync(join(root, folder)) ? await readdir(join(root, folder)) : [];
}

const ofType = (stage: 'dev' | 'prod', type: string) =>
  Object.values(resources[stage]).filter(({ Type }) => Type === type);
const namesOf = (type: string, name: string) => ofType('prod', type).map(({ Properties }) => Properties[name]);

describe('the app', { timeout: 60_000 }, () => {
  it('has the queues of every job of the catalogue, a dead-letter queue for each, and three alarms, beside those of schedules', () => {
    const queues = pairsIn('prod').flatMap(({ source, deadLetter }) => [source, deadLetter]);
    queues.push(`${cdkJson.context['millrace:app']}-prod-schedules-dead`);
    expect(namesOf('AWS::SQS::Queue', 'QueueName').sort()).toEqual(queues.sort());
    const kinds = ['depth', 'oldest-age', 'dead-letters'];
    const alarms = pairsIn('prod').flatMap(({ stem }) => kinds.map((kind) => `${stem}-${kind}`));
    alarms.push(`${cdkJson.context['millrace:app']}-prod-schedules`);
    expect(namesOf('AWS::CloudWatch::Alarm', 'AlarmName').sort()).toEqual(alarms.sort());
  });

  it('has one function for every job and webhook, one for the HTTP API and one that sweeps, each under 400 KiB', () => {
    const { functions } = assemblies.prod;
    expect(functions.map(({ service }) => service).sort()).toEqual(
      [
        ...catalogue.jobs.map(({ type }) => type),
        ...webhooks.map(({ source }) => webhookNames(source).bundle),
        ...['api', 'sweeper'],
      ].sort(),
    );
    expect(functions.filter(({ bundleKib }) => bundleKib >= 400)).toEqual([]);
  });

  it('has consumers that start in plain Node and answer an empty batch with nothing failed', async () => {
    for (const consumer of ofType('dev', 'AWS::Lambda::Function').filter(isConsumer)) {
      expect(await inPlainFunction(consumer, `bundle.handler({ Records: [] }, ${LAMBDA_CONTEXT})`)).toEqual({
        batchItemFailures: [],
      });
    }
  });

  it('has an HTTP API that starts in plain Node and answers', async () => {
    const signed = 'requestContext: { authorizer: { iam: {} } }';
    const event = `{ ${signed}, routeKey: 'POST /jobs/{type}', pathParameters: { type: 'no.such' }, body: '{}' }`;
    for (const api of ofType('dev', 'AWS::Lambda::Function').filter(isApi)) {
      expect(await inPlainFunction(api, `bundle.handler(${event})`)).toMatchObject({ statusCode: 404 });
    }
    expect(ofType('dev', 'AWS::Lambda::Function').filter(isApi)).toHaveLength(1);
  });

  it('has a sweeper that starts in plain Node: with no time left it begins nothing', async () => {
    const [sweeper, ...others] = ofType('dev', 'AWS::Lambda::Function').filter((one) => serviceOf(one) === 'sweeper');
    if (!sweeper || others.length > 0) throw new Error('there is one sweeper');
    expect(await inPlainFunction(sweeper, 'bundle.handler({}, { getRemainingTimeInMillis: () => 0 })')).toEqual({
      ...{ sent: 0, settled: 0, failed: 0 },
    });
  });

  it('has webhooks that start in plain Node without the rules for definitions, and refuse what nobody signed', async () => {
    const found = ofType('dev', 'AWS::Lambda::Function').filter(isWebhook);
    expect(found).toHaveLength(webhooks.length);
    for (const webhook of found) {
      expect(await inPlainFunction(webhook, "bundle.handler({ body: '{}' })")).toMatchObject({ statusCode: 401 });
      expect(await readFile(bundleOf(webhook), 'utf8')).not.toContain('must be an object with source');
    }
  });

  it('asks everybody who calls, but for the providers of webhooks, who sign', () => {
    const open = ofType('prod', 'AWS::ApiGatewayV2::Route').filter(
      ({ Properties }) => !['AWS_IAM', 'JWT'].includes(String(Properties.AuthorizationType)),
    );
    expect(open.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(
      webhooks.map(({ source }) => `POST /webhooks/${source}`).sort(),
    );
  });

  it.each(['dev', 'prod'] as const)('feeds no function in %s but by single answers, a cap and time enough', (stage) => {
    const mappings = ofType(stage, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);
    expect(mappings).toHaveLength(pairsIn(stage).length);
    for (const mapping of mappings) {
      const { Timeout, ReservedConcurrentExecutions } = referred(stage, mapping.FunctionName);
      const { VisibilityTimeout } = referred(stage, mapping.EventSourceArn);
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      expect(mapping.ScalingConfig).toEqual({ MaximumConcurrency: expect.any(Number) });
      expect(ReservedConcurrentExecutions).toBeUndefined();
      expect(Number(VisibilityTimeout)).toBeGreaterThanOrEqual(
        Number(Timeout) + Number(mapping.MaximumBatchingWindowInSeconds ?? 0),
      );
    }
  });

  it.each(['dev', 'prod'] as const)(
    'has no queue in %s that dead-letters early or keeps the dead for less',
    (stage) => {
      const sources = ofType(stage, 'AWS::SQS::Queue').filter(({ Properties }) => Properties.RedrivePolicy);
      expect(sources).toHaveLength(pairsIn(stage).length);
      for (const { Properties } of sources) {
        const { maxReceiveCount, deadLetterTargetArn } = Properties.RedrivePolicy as RedrivePolicy;
        expect(maxReceiveCount).toBeGreaterThanOrEqual(3);
        expect(referred(stage, deadLetterTargetArn).MessageRetentionPeriod).toBe(1_209_600);
        expect(Properties.MessageRetentionPeriod).toBeLessThan(1_209_600);
      }
    },
  );

  it('names secrets and holds none', () => {
    const variables = ofType('prod', 'AWS::Lambda::Function').flatMap(({ Properties }) =>
      Object.entries(Properties.Environment.Variables),
    );
    const secret = variables.filter(
      ([name]) =>
        /key|secret|token|password|credential/i.test(name) && !name.startsWith('PARAMETERS_SECRETS_EXTENSION_'),
    );
    for (const [name, value] of secret) {
      expect(name).toMatch(/_SECRET$/);
      expect(value).toMatch(/^millrace\/prod\/[a-z-]+$/);
    }
  });

  it('has the stages that cdk.json lists, so that every one is checked by the rules', () => {
    expect(Object.keys(stages)).toEqual(cdkJson.context['millrace:stages']);
    for (const [name, stage] of Object.entries(stages)) expect(stage.name).toBe(name);
  });

  it('links its alarms to the runbooks that cdk.json names', async () => {
    const context = {
      ...cdkJson.context,
      'millrace:rules': false,
      'millrace:runbooks': 'https://wiki.example.com/runbooks',
    };
    const runbooks = join(outdir, 'runbooks');
    const env = { CDK_OUTDIR: runbooks, CDK_CONTEXT_JSON: JSON.stringify(context), CDK_VALIDATION: 'false' };
    await promisify(execFile)(process.execPath, [join(root, 'infra/app.ts')], { env });
    const template = JSON.parse(
      await readFile(join(runbooks, `${cdkJson.context['millrace:app']}-dev.template.json`), 'utf8'),
    );
    const alarms = Object.values<Resource>(template.Resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
    const linked = alarms.filter(({ Properties }) =>
      String(Properties.AlarmDescription).includes(' Runbook: https://wiki.example.com/runbooks/'),
    );
    expect(linked).toHaveLength(3 * pairsIn('dev').length + 1);
  });

  it('refuses a stage it has not, and says which there are', async () => {
    await expect(synthesise({ root, outdir: join(outdir, 'qa'), stage: 'qa' })).rejects.toThrow(
      'no stage qa: infra/stages.ts has dev, prod',
    );
  });
});

describe('the access files', () => {
  it('each belong to a job of the catalogue', async () => {
    const files = await filesOf('infra/access');
    expect(files.filter((file) => !stems.includes(basename(file, '.ts')))).toEqual([]);
  });
});

describe('the function entries', () => {
  it('are one a job, one a webhook, and none besides', async () => {
    const files = await filesOf('functions/consumers');
    expect(files.map((file) => basename(file, '.ts')).sort()).toEqual([...stems].sort());
    expect((await filesOf('functions/webhooks')).map((file) => basename(file, '.ts')).sort()).toEqual(
      webhooks.map(({ source }) => source).sort(),
    );
    expect(existsSync(join(root, 'functions/api.ts'))).toBe(true);
  });
});

const LAMBDA_CONTEXT = `{ awsRequestId: 'r-1', functionName: 'f', functionVersion: '1', memoryLimitInMB: '512',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:1:function:f', getRemainingTimeInMillis: () => 30000 }`;

/** Calls a function's bundle with the environment that the template gives it. */
function inPlainFunction(resource: Resource, expression: string): Promise<unknown> {
  const { Variables } = resource.Properties.Environment;
  const environment = Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, asText(value)]));
  return inPlainNode(bundleOf(resource), expression, environment);
}

function bundleOf({ Properties }: Resource): string {
  return join(outdir, 'dev', `asset.${basename(Properties.Code.S3Key, '.zip')}`, 'index.mjs');
}

/** References of the template are addresses only AWS knows. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : 'https://sqs.eu-west-1.amazonaws.com/1/queue';
}
