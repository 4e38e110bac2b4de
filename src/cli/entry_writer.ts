import type { LogEntry } from "../service/mod.ts";

/** What a log is written to, at once. */
export interface LogTarget {
  write(text: string): unknown;
}

/** Characters of entries that are written without waiting for more. */
const FULL = 16_384;
/** Milliseconds that an entry waits for more at most: each write costs as much as a good part of a request. */
const LONGEST_WAIT = 10;

/**
 * Gives what writes entries as JSON lines. Entries of requests are written together, a few milliseconds after the first
 * of them; an error goes out at once, behind what came before it. At the end of the process nothing is left.
 */
export function entryWriter(target: LogTarget = process.stderr): (entry: LogEntry) => void {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    if (text !== "") target.write(text);
  };
  process.once("exit", flush);
  return (entry) => {
    lines += `${JSON.stringify(entry)}\n`;
    if (entry.level === "error" || lines.length >= FULL) flush();
    else timer ??= setTimeout(flush, LONGEST_WAIT).unref();
  };
}
