import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { SYSTEM_CLOCK } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import { escapeControls } from "../units/internal.ts";
import { EXIT } from "./exit_error.ts";
import { type OutputStream, TextOutput } from "./output/text_output.ts";
import { decodeText, readNamedFile } from "./text_file.ts";

/** The streams and variables of the process, or of a test. */
export interface TerminalParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
  /** Asks a question on standard error and reads a line; absent where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
  readonly clock: Clock;
}

/** The input and output of a command. */
export interface Terminal extends Omit<TerminalParts, "stdout" | "stderr" | "readInput"> {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** Reads standard input to its end, as a string. */
  readonly readInput: () => Promise<string>;
  /** Texts that no output may show, such as the API key in use. */
  readonly secrets: Set<string>;
}

/** Makes the terminal of a command; whatever is written to it is escaped. */
export function terminalOf({ stdout, stderr, readInput, ask, ...rest }: TerminalParts): Terminal {
  const mayColour = !rest.env.NO_COLOR && rest.env.TERM !== "dumb";
  return {
    ...rest,
    stdout: new TextOutput(stdout, mayColour),
    stderr: new TextOutput(stderr, mayColour),
    readInput: async () => decodeText(await readInput(), "standard input"),
    ...(ask && { ask: (question) => ask(escapeControls(question)) }),
    secrets: new Set(),
  };
}

export function systemTerminal(): Terminal {
  return terminalOf({
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    readInput: () => buffer(process.stdin),
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: askLine }),
    clock: SYSTEM_CLOCK,
  });
}

/** Ends the process where standard output cannot be written. */
export function endOnOutputError({ stderr }: Terminal): void {
  onOutputError(({ code, message }) => {
    // The reader may have read enough, as `head` does.
    if (code === "EPIPE") process.exit(process.exitCode ?? EXIT.ok);
    stderr.line(`error: Cannot write to standard output: ${message}`);
    process.exit(EXIT.failed);
  });
}

/**
 * Calls `listener` where standard output cannot be written, in the place of the one before; of standard error, nobody could
 * be told.
 */
export function onOutputError(listener: (error: NodeJS.ErrnoException) => void): void {
  process.stdout.removeAllListeners("error").on("error", listener);
  process.stderr.removeAllListeners("error").on("error", () => undefined);
}

/**
 * The arguments of a command, with standard input in the place of a dash: for a long value, or a secret one.
 */
export async function withInput(
  { readInput }: Terminal,
  args: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const index = args.indexOf("-");
  return index < 0 ? args : args.with(index, (await readInput()).trim());
}

/** Reads a file with a key, `-` for standard input. A key in the place of its file must not reach a log. */
export async function readKeyFile(
  { secrets, readInput }: Terminal,
  source: string,
  file: string,
  likeKey: RegExp,
): Promise<string> {
  if (likeKey.test(file)) secrets.add(file);
  return file === "-" ? readInput() : readNamedFile(source, file, "the key file ");
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
