/** Ends the process once `close` is done: with 0, or with a line and 1 where it failed. */
export async function endProcess(close: () => Promise<void>): Promise<void> {
  try {
    await close();
    process.exit(0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`error: ${reason}\n`, () => process.exit(1));
  }
}
