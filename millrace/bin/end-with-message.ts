/** Runs a command to its end: a failure is its message alone and exit code 1. */
export async function endWithMessage(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
