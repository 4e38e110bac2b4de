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

/** Runs the command that the arguments name; a failure is printed, and in the exit code. */
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
      console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
}
