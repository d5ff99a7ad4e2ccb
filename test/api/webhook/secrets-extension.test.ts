import { describe, expect, it } from 'vitest';
import { secretsExtension } from '../../../millrace/api/webhook/secrets-extension.ts';
import { serveListener } from '../../local/serve-listener.ts';

/** Answers as AWS's Parameters and Secrets extension does inside a function. */
async function openExtension(answers: Readonly<Record<string, readonly [status: number, body: string]>>) {
  const asked: string[] = [];
  const extensionPort = await serveListener(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers['x-aws-parameters-secrets-token']}`);
    const [status, body] = answers[new URL(url, 'http://x').searchParams.get('versionStage') ?? ''] ?? [404, ''];
    response.writeHead(status).end(body);
  });
  const read = secretsExtension({ secretName: 'shop/prod/hook', extensionPort, sessionToken: 'session-token' });
  return { asked, read };
}

describe('the secret of a webhook', () => {
  it('is read by its name and version, as the extension wants to be asked', async () => {
    const current = '{"Name":"shop/prod/hook","VersionStages":["AWSCURRENT"],"SecretString":"whsec-2\\n"}';
    const { asked, read } = await openExtension({ AWSCURRENT: [200, current] });
    expect(await read('AWSCURRENT')).toBe('whsec-2');
    expect(asked).toEqual(['/secretsmanager/get?secretId=shop%2Fprod%2Fhook&versionStage=AWSCURRENT session-token']);
  });

  it('has no version before its first rotation', async () => {
    const { read } = await openExtension({ AWSPREVIOUS: [400, 'ResourceNotFoundException'] });
    expect(await read('AWSPREVIOUS')).toBeUndefined();
  });

  it.each([
    ['may not be read', 'AWSCURRENT', 400, 'the secrets extension answered 400'],
    ['can’t be read just now', 'AWSCURRENT', 500, 'the secrets extension answered 500'],
    ['can’t be read just now, as it was before', 'AWSPREVIOUS', 500, 'the secrets extension answered 500'],
  ] as const)('that %s is an error that does not repeat the answer', async (_what, version, status, message) => {
    const { read } = await openExtension({ [version]: [status, 'arn:aws:secretsmanager:…'] });
    await expect(read(version)).rejects.toThrow(new Error(`the signing secret cannot be read: ${message}`));
  });

  it('that nobody is there to read is an error', async () => {
    const read = secretsExtension({ secretName: 'shop/prod/hook', extensionPort: 1, sessionToken: '' });
    await expect(read('AWSCURRENT')).rejects.toThrow('the secrets extension did not answer');
  });

  it('that is no text is none', async () => {
    const { read } = await openExtension({ AWSCURRENT: [200, '{"SecretBinary":"AA=="}'] });
    expect(await read('AWSCURRENT')).toBeUndefined();
  });
});
