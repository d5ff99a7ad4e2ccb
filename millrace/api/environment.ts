import { requiredVariable } from '../message/required-variable.ts';

/** What the API's function is told by its stack. */
export function readApiEnvironment(): { readonly app: string; readonly stage: string; readonly tableName: string } {
  const required = (name: string) => requiredVariable(name, { variables: process.env, setFor: 'the API' });
  return {
    app: required('MILLRACE_APP'),
    stage: required('MILLRACE_STAGE'),
    tableName: required('MILLRACE_TABLE_NAME'),
  };
}

/** How a webhook's function finds its secret: by name, through AWS's extension that reads secrets. */
export interface SecretAccess {
  readonly secretName: string;
  readonly extensionPort: number;
  readonly sessionToken: string;
}

export function readSecretAccess(secretVariable: string): SecretAccess {
  const { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: port = '2773', AWS_SESSION_TOKEN: sessionToken = '' } = process.env;
  return {
    secretName: requiredVariable(secretVariable, { variables: process.env, setFor: 'the webhook' }),
    extensionPort: Number(port),
    sessionToken,
  };
}
