import { runProgram } from "../../src/cli/run_program.ts";
import type { Ended } from "./_process.ts";

/** Environment of a command. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  /** What is answered to a question; without it nobody can answer. */
  readonly answer?: string;
  /** Columns of the terminal that it prints to; none where the output is piped. */
  readonly columns?: number;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** Runs the command line in this process: what is tested is not the process. */
export async function runInProcess(
  args: readonly string[],
  { env = {}, input = "", answer, columns, now = Date.now() }: Surroundings = {},
): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const isTTY = columns !== undefined;
  const code = await runProgram(args, {
    // No file of the user's own is read or written.
    env: { XDG_CONFIG_HOME: "/proc/none", ...env },
    stdout: { isTTY, columns, write: (text) => (stdout += text) },
    stderr: { isTTY, columns, write: (text) => (stderr += text) },
    readInput: async () => input,
    ...(answer !== undefined && {
      ask: async (question) => {
        stderr += question;
        return answer;
      },
    }),
    now: () => now,
    secrets: new Set(),
  });
  return { code, stdout, stderr };
}
