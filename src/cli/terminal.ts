import { readFileSync } from "node:fs";

/** A stream that a command prints to; `isTTY` and `columns` tell of a terminal. */
interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Streams of a command: the process's own, or those of a test. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Reads standard input to its end, as a string. */
  readonly readInput: () => string;
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
    now: Date.now,
    secrets: new Set(),
  };
}

export function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
