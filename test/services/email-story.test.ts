import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { LocalRunEvent, ReadyEvent } from 'millrace/local';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeEvent } from '../../millrace/local/cli/describe-event.ts';
import { serviceClients } from '../../millrace/local/service-clients.ts';
import { createTwinControl } from '../../services/twins/twin-control.ts';
import { localRunOfCopy } from '../architecture/local-run-of-copy.ts';
import { copyProject, type ProjectCopy } from '../architecture/project-copy.ts';

const execute = promisify(execFile);
const TO = 'ada.lovelace@example.com';
const NAME = 'Ada Lovelace';
const TEXT = 'Your password may be reset until noon';
const CONFIDENTIAL = /ada[.+\s%-]*lovelace|password may be reset/i;

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

/** As the curl does that `npm start` prints. */
async function post({ api, region, accessKeyId, secretAccessKey }: ReadyEvent, payload: object): Promise<string> {
  const body = JSON.stringify({ payload, confidential: { to: TO, name: NAME, variables: { text: TEXT } } });
  const signed = ['--aws-sigv4', `aws:amz:${region}:execute-api`, '-u', `${accessKeyId}:${secretAccessKey}`];
  const json = ['-H', 'content-type: application/json', '-d', body];
  return (await execute('curl', ['-sS', ...signed, ...json, `${api}/jobs/email.send`])).stdout;
}

async function millrace(...verb: readonly string[]): Promise<string> {
  const call = execute(process.execPath, ['millrace/bin/millrace.mjs', ...verb], { cwd: copy.dir });
  // A verb that found something to tell may end with 1.
  const { stdout, stderr } = await call.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

describe('an e-mail that is sent through the API', { timeout: 120_000 }, () => {
  it('reaches its address, and address, name and text are in no queue, record, log, trace or output', async () => {
    const run = localRunOfCopy(copy);
    const ready = await run.next('ready');
    const clients = serviceClients({ sqs: ready.sqsEndpoint, dynamodb: ready.dynamodbEndpoint });
    onTestFinished(() => clients.destroy());
    const twins = createTwinControl(ready.twins ?? '');
    const told: string[] = [];

    told.push(await post(ready, { deliveryId: 'd-1', templateId: 'password-reset', userId: 'u-1' }));
    expect(await run.next('outcome')).toMatchObject({ outcome: 'completed', jobId: 'email.send:d-1' });
    told.push(await post(ready, { deliveryId: 'd-1', templateId: 'password-reset', userId: 'u-1' }));
    told.push(await post(ready, { deliveryId: 'd-2', templateId: 'unknown-template', userId: 'u-1' }));
    expect(await run.next('outcome')).toMatchObject({ outcome: 'dead', jobId: 'email.send:d-2' });
    await twins.setMode('mail', { mode: 'down' });
    told.push(await post(ready, { deliveryId: 'd-3', templateId: 'welcome', userId: 'u-1' }));
    expect(await run.next('outcome')).toMatchObject({ outcome: 'failed', jobId: 'email.send:d-3' });

    const { effects } = await twins.ledger('mail');
    expect(effects).toMatchObject([{ to: TO, name: NAME, variables: { text: TEXT } }]);

    told.push(await millrace('status'), await millrace('dead'), await millrace('dead', '--json'));
    told.push(
      await millrace('redrive', 'email.send', '--dry-run'),
      await millrace('cancel', 'email.send:d-3', '--yes'),
    );
    for (const queues of [ready.queues, ready.deadLetterQueues]) {
      const QueueUrl = queues['email.send'];
      const input = { QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'], VisibilityTimeout: 0 };
      told.push(JSON.stringify((await clients.sqs.send(new ReceiveMessageCommand(input))).Messages ?? []));
    }
    const { Items = [] } = await clients.dynamodb.send(new ScanCommand({ TableName: ready.table }));
    const isKept = ({ id }: (typeof Items)[number]) => id?.S?.endsWith('/confidential') === true;
    told.push(JSON.stringify(Items.filter((item) => !isKept(item))));
    told.push(...run.seen, ...run.seen.map(shown));

    expect(told.join('\n')).not.toMatch(CONFIDENTIAL);
    expect(told.join('\n')).toContain('email.send:d-2');
    // Of the one that is dead, for its redrive; the completed one's is erased, and that of the cancelled one.
    expect(Items.filter(isKept).map(({ id }) => id?.S)).toEqual(['email.send:d-2/confidential']);
  });
});

/** As people see it live. */
function shown(line: string): string {
  const event: LocalRunEvent = JSON.parse(line);
  return describeEvent(event, (_color, text) => text) ?? '';
}
