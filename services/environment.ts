/** The services that the functions call; each has `<NAME>_URL` and one of two ways to its API key. */
export const serviceNames = [
  'MAIL',
  'IMAGES',
  'INVOICES',
  'PAYMENTS',
  'COMPANY_DATA',
  'CRM',
  'REPORTS',
  'CHAT',
] as const;

export type ServiceName = (typeof serviceNames)[number];

/** Where a service answers: `<NAME>_URL`, without a slash at its end. */
export function serviceUrl(service: ServiceName): string {
  const variable = `${service}_URL`;
  const value = read(variable);
  if (value === undefined) throw new Error(`${variable} is not set: set it in infra/access for the job that needs it`);
  if (!URL.canParse(value)) throw new Error(`${variable} is not a URL; it looks like https://host/path`);
  return value.replace(/\/+$/, '');
}

/** A service's key: by reference to a secret (`<NAME>_API_KEY_SECRET`, in AWS) or as it is (`<NAME>_API_KEY`). */
export function apiKeySource(service: ServiceName): {
  readonly secretId: string | undefined;
  readonly value: string | undefined;
} {
  return { secretId: read(`${service}_API_KEY_SECRET`), value: read(`${service}_API_KEY`) };
}

/** How to reach AWS's Parameters and Secrets extension from inside a function. */
export function secretsExtension(): { readonly port: number; readonly token: string } {
  return {
    port: Number(read('PARAMETERS_SECRETS_EXTENSION_HTTP_PORT') ?? 2773),
    token: read('AWS_SESSION_TOKEN') ?? '',
  };
}

function read(variable: string): string | undefined {
  const value = process.env[variable];
  return value === '' ? undefined : value;
}
