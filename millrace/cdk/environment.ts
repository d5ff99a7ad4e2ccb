/** The environment a command started from here inherits. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
