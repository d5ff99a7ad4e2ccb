import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiKey } from '../../services/api-key.ts';
import { serveListener } from '../local/serve-listener.ts';

const signal = new AbortController().signal;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Answers as AWS's Parameters and Secrets extension does inside a function. */
async function serveExtension(status: number, body: string): Promise<string[]> {
  const asked: string[] = [];
  const port = await serveListener(({ url, headers }, response) => {
    asked.push(`${url} ${headers['x-aws-parameters-secrets-token']}`);
    response.writeHead(status).end(body);
  });
  vi.stubEnv('PARAMETERS_SECRETS_EXTENSION_HTTP_PORT', String(port));
  vi.stubEnv('AWS_SESSION_TOKEN', 'session-token');
  vi.stubEnv('CRM_API_KEY_SECRET', 'millrace/prod/crm-api-key');
  return asked;
}

describe('an API key', () => {
  it('is read from the secret that the environment refers to', async () => {
    const asked = await serveExtension(200, '{"Name":"millrace/prod/crm-api-key","SecretString":"key-1\\n"}');
    expect(await apiKey('CRM', signal)).toBe('key-1');
    expect(asked).toEqual(['/secretsmanager/get?secretId=millrace%2Fprod%2Fcrm-api-key session-token']);
  });

  it('that may not be read is an error, and the job is tried again', async () => {
    await serveExtension(403, 'not authorized');
    await expect(apiKey('CRM', signal)).rejects.toMatchObject({
      name: 'Error',
      message: 'the API key of CRM cannot be read: the secrets extension answered 403',
    });
  });

  it('that nobody is there to read is an error, and the job is tried again', async () => {
    vi.stubEnv('CRM_API_KEY_SECRET', 'millrace/prod/crm-api-key');
    vi.stubEnv('PARAMETERS_SECRETS_EXTENSION_HTTP_PORT', '1');
    await expect(apiKey('CRM', signal)).rejects.toMatchObject({
      name: 'Error',
      message: 'the API key of CRM cannot be read: the secrets extension did not answer',
    });
  });

  it('may stand in the environment itself, on a laptop', async () => {
    vi.stubEnv('CRM_API_KEY', 'key-2');
    expect(await apiKey('CRM', signal)).toBe('key-2');
  });

  it('is not needed by a service that asks for none', async () => {
    vi.stubEnv('CRM_API_KEY_SECRET', '');
    expect(await apiKey('CRM', signal)).toBeUndefined();
  });
});
