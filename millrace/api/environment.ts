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
