import type { SecretAccess } from '../environment.ts';
import type { ReadSecret } from './webhook-secrets.ts';

const TIMEOUT_MS = 3_000;

/**
 * Asks AWS's Parameters and Secrets extension, which is part of the function:
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html
 */
export function secretsExtension({ secretName, extensionPort, sessionToken }: SecretAccess): ReadSecret {
  const address = `http://localhost:${extensionPort}/secretsmanager/get?secretId=${encodeURIComponent(secretName)}`;
  const headers = { 'X-Aws-Parameters-Secrets-Token': sessionToken };
  return async (version) => {
    const init = { headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const response = await fetch(`${address}&versionStage=${version}`, init).catch((cause: unknown) => {
      throw new Error('the signing secret cannot be read: the secrets extension did not answer', { cause });
    });
    // Secrets Manager says that there is no such version, and much else, with a 400.
    if (version === 'AWSPREVIOUS' && response.status >= 400 && response.status < 500) return undefined;
    if (!response.ok) {
      throw new Error(`the signing secret cannot be read: the secrets extension answered ${response.status}`);
    }
    const { SecretString: text } = Object(await response.json());
    return typeof text === 'string' ? text.trim() : undefined;
  };
}
