import { describe, expect, it } from 'vitest';
import { openStack } from '../../millrace/ops/stack/open-stack.ts';
import { temporaryProject } from '../bin/temporary-project.ts';
import { catalogue } from './parcel-jobs.ts';

const nowhere = { sqs: undefined, dynamodb: undefined };
const endpoint = 'http://127.0.0.1:4566';

async function projectWithRun(pid: number) {
  const run = {
    ...{ app: 'shop', stage: 'dev', table: 'shop-dev-records', region: 'us-east-1', pid },
    ...{ sqsEndpoint: endpoint, dynamodbEndpoint: endpoint, accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const root = await temporaryProject({ '.millrace/local.json': JSON.stringify(run) });
  return { root, app: 'shop', catalogue };
}

async function deployed(stage: string) {
  const stack = await openStack({ root: '/', app: 'shop', catalogue }, { stage, region: 'eu-west-1' }, nowhere);
  stack.close();
  return stack;
}

/** No process has it: Linux's highest is far below. */
const DEAD_PID = 2_147_483_000;

describe('the stack a command is for', () => {
  it('is the local run while that is alive', async () => {
    const stack = await openStack(await projectWithRun(process.pid), {}, nowhere);
    expect(stack).toMatchObject({ app: 'shop', stage: 'dev', place: 'the local run', isProduction: false });
    stack.close();
  });

  it('is the local run too where the variables name its own endpoints', async () => {
    const stack = await openStack(await projectWithRun(process.pid), {}, { sqs: endpoint, dynamodb: undefined });
    expect(stack.place).toBe('the local run');
    stack.close();
  });

  it('has to be named where the variables name another place, or no local run is alive', async () => {
    const elsewhere = { sqs: 'http://127.0.0.1:9', dynamodb: undefined };
    await expect(openStack(await projectWithRun(process.pid), {}, elsewhere)).rejects.toThrow('AWS_ENDPOINT_URL');
    await expect(openStack(await projectWithRun(DEAD_PID), {}, nowhere)).rejects.toThrow('no local run is alive');
  });

  it.each(['prod', 'eu-prod', 'live', 'staging'])('counts as production where it is named %s', async (stage) => {
    expect(await deployed(stage)).toMatchObject({ isProduction: true, place: `shop-${stage} in eu-west-1` });
  });

  it.each(['dev', 'dev-anna', 'test-eu', 'sandbox', 'Dev2'])('is no production where it is named %s', async (stage) => {
    expect(await deployed(stage)).toMatchObject({ isProduction: false });
  });

  it('needs an app where a stage is named', async () => {
    const { root } = await projectWithRun(process.pid);
    const project = { root, app: undefined, catalogue };
    await expect(openStack(project, { stage: 'dev' }, nowhere)).rejects.toThrow('cdk.json names no app');
  });
});
