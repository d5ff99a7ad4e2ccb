/** App and stage, as the stack tells its functions. */
export function readProducerEnvironment(): { readonly app: string | undefined; readonly stage: string | undefined } {
  return { app: process.env.MILLRACE_APP, stage: process.env.MILLRACE_STAGE };
}
