/** The process's own environment. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
