import { Command } from "commander";
import { checkCommand } from "./check_command.ts";
import { dumpCommand } from "./dump_command.ts";
import { keyCommand } from "./key_command.ts";
import { loadCommand } from "./load_command.ts";
import { packageVersion } from "./package_version.ts";
import { serveCommand } from "./serve_command.ts";

/** Tells whether the command is a service, which prints its greeting alone. */
function isServing(): boolean {
  return process.argv[2] === "serve";
}

/**
 * Runs the command that the arguments name; a failure is printed, and in the exit code.
 *
 * Each command loads the service once it runs: whoever asks for help or mistypes a flag does not wait for it.
 */
export async function runProgram(): Promise<void> {
  const program = new Command("alphadelta")
    .description("A service of the two-chain data interface")
    .version(packageVersion())
    .addCommand(serveCommand())
    .addCommand(keyCommand())
    .addCommand(dumpCommand())
    .addCommand(loadCommand())
    .addCommand(checkCommand());

  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // The reader may have read enough, as `head` does. A service goes on whatever became of its greeting.
    if (code === "EPIPE" || isServing()) return;
    console.error(`error: Cannot write to standard output: ${message}`);
    process.exit(1);
  });
  // A service goes on without its log where whatever reads that has ended.
  process.stderr.on("error", () => undefined);

  try {
    await program.parseAsync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") {
      console.error(`error: ${reasonOf(error)}`);
      process.exitCode = 1;
    }
  }
}

/** The service leans on a module that older versions of Node lack. */
function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === "ERR_UNKNOWN_BUILTIN_MODULE")
    return `Cannot run alphadelta in Node ${process.versions.node}: it needs Node 22.13 or later`;
  return error instanceof Error ? error.message : String(error);
}
