import { Command } from "commander";
import { checkCommand } from "./check_command.ts";
import { dumpCommand } from "./dump_command.ts";
import { keyCommand } from "./key_command.ts";
import { loadCommand } from "./load_command.ts";
import { packageVersion } from "./package_version.ts";
import { serveCommand } from "./serve_command.ts";

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

  // Whoever reads what is printed may have read enough, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
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
