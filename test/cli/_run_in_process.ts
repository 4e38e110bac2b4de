import { runProgram } from "../../src/cli/run_program.ts";
import { terminalOf } from "../../src/cli/terminal.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import type { Clock } from "../../src/transport/mod.ts";
import type { Ended } from "./_process.ts";

/** Environment of a command. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string | Uint8Array;
  /** What is answered to a question; without it nobody can answer. */
  readonly answer?: string;
  /** Columns of the terminal that it prints to; none where the output is piped. */
  readonly columns?: number | undefined;
  /** By default the system's. */
  readonly clock?: Clock | undefined;
}

/** Runs the command line in this process: what is tested is not the process. */
export async function runInProcess(
  args: readonly string[],
  { env = {}, input = "", answer, columns, clock = SYSTEM_CLOCK }: Surroundings = {},
): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const isTTY = columns !== undefined;
  const terminal = terminalOf({
    // No file of the user's own is read or written.
    env: { XDG_CONFIG_HOME: "/proc/none", ...env },
    stdout: { isTTY, columns, write: (text) => (stdout += text) },
    stderr: { isTTY, columns, write: (text) => (stderr += text) },
    readInput: async () => (typeof input === "string" ? Buffer.from(input) : input),
    ...(answer !== undefined && {
      ask: async (question) => {
        stderr += question;
        return answer;
      },
    }),
    clock,
  });
  const code = await runProgram(args, terminal);
  return { code, stdout, stderr };
}
