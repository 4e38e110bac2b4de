import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/** A stream that a command prints to; the others tell of a terminal. */
interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
}

/** Streams of a command: the process's own, or those of a test. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Reads standard input to its end, as a string. */
  readonly readInput: () => Promise<string>;
  /** Asks a question on standard error and reads a line; absent where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
  /** Texts that no output may show, such as the API key in use. */
  readonly secrets: Set<string>;
}

export function systemTerminal(): Terminal {
  return {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    readInput: () => text(process.stdin),
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: askLine }),
    now: Date.now,
    secrets: new Set(),
  };
}

/**
 * The arguments of a command, with standard input in the place of a dash: for what is too long, or not for others to see.
 */
export async function withInput(
  { readInput }: Terminal,
  args: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const index = args.indexOf("-");
  return index < 0 ? args : args.with(index, (await readInput()).trim());
}

async function askLine(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } catch (error) {
    // Ctrl-C and Ctrl-D answer nothing.
    if ((error as Error).name !== "AbortError") throw error;
    process.stderr.write("\n");
    return "";
  } finally {
    lines.close();
  }
}

export function packageVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
