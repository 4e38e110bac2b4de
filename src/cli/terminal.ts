import { readFileSync } from "node:fs";

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
  readonly readInput: () => string;
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
    readInput: () => readFileSync(0, "utf8"),
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: askLine }),
    now: Date.now,
    secrets: new Set(),
  };
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
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
