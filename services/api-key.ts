import * as z from 'zod';
import { apiKeySource, type ServiceName, secretsExtension } from './environment.ts';

const secret = z.object({ SecretString: z.string() });

/** A service's API key, or nothing where it needs none. */
export async function apiKey(service: ServiceName, signal: AbortSignal): Promise<string | undefined> {
  const { secretId, value } = apiKeySource(service);
  const key = secretId === undefined ? value : await readSecret(service, secretId, signal);
  // Checked here because fetch would name a key that it can't send.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Error(`the API key of ${service} holds a blank, a line break or a letter outside ASCII`);
  }
  return key;
}

/**
 * Asks AWS's Parameters and Secrets extension, which keeps a secret for five minutes:
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html
 */
async function readSecret(service: ServiceName, secretId: string, signal: AbortSignal): Promise<string> {
  const { port, token } = secretsExtension();
  const address = `http://localhost:${port}/secretsmanager/get?secretId=${encodeURIComponent(secretId)}`;
  const cannot = `the API key of ${service} cannot be read: the secrets extension`;
  const headers = { 'X-Aws-Parameters-Secrets-Token': token };
  const response = await fetch(address, { headers, signal }).catch((cause: unknown) => {
    throw new Error(`${cannot} did not answer`, { cause });
  });
  if (!response.ok) throw new Error(`${cannot} answered ${response.status}`);
  return secret.parse(await response.json()).SecretString.trim();
}
