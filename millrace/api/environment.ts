/** What the API's function is told by its stack. */
export function readApiEnvironment(): { readonly app: string; readonly stage: string; readonly tableName: string } {
  return {
    app: required('MILLRACE_APP'),
    stage: required('MILLRACE_STAGE'),
    tableName: required('MILLRACE_TABLE_NAME'),
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`the environment variable ${name} is not set; the stack sets it for the API`);
  return value;
}
