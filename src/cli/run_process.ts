import { EXIT } from "./exit_error.ts";
import { runProgram } from "./run_program.ts";
import { systemTerminal } from "./terminal.ts";

/** Runs the command that the arguments name in this process, with its streams, signals and exit code. */
export async function runProcess(args: readonly string[]): Promise<void> {
  const isServing = args[0] === "serve";
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // A service goes on whatever became of its greeting.
    if (isServing) return;
    // The reader may have read enough, as `head` does.
    if (code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
    console.error(`error: Cannot write to standard output: ${message}`);
    process.exit(EXIT.failed);
  });
  // A service goes on without its log where whatever reads that has ended.
  process.stderr.on("error", () => undefined);
  // A service stops by itself.
  if (!isServing) process.once("SIGINT", () => process.exit(EXIT.interrupted));
  process.exitCode = (await runProgram(args, systemTerminal())) || process.exitCode;
}
