import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import type { LogEntry } from "../../service/mod.ts";
import type { TextOutput } from "../output/text_output.ts";

/** Entries that are written without waiting for more. */
const FULL = 32;
/** Milliseconds that an entry waits for more at most: each write costs as much as a good part of a request. */
const LONGEST_WAIT = 10;

/**
 * Returns a function that writes entries as lines, by default of JSON. Entries of requests are written together, a few
 * milliseconds after the first of them; an error is written at once, behind the entries before it. A process that ends by
 * itself or by a signal that it handles writes all entries; a process that is killed loses the last milliseconds.
 */
export function entryWriter(
  output: Pick<TextOutput, "lines">,
  format: (entry: LogEntry) => string = JSON.stringify,
): (entry: LogEntry) => void {
  let entries: LogEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // One after the other they take half the time that they take between requests.
    const lines = entries.map(format);
    entries = [];
    if (lines.length > 0) output.lines(lines);
  };
  process.once("exit", flush);
  return (entry) => {
    entries.push(entry);
    if (entry.level === "error" || entries.length >= FULL) flush();
    else timer ??= setTimeout(flush, LONGEST_WAIT).unref();
  };
}

const WIDTH = Math.max(...Object.keys(SEGMENTS).map((segment) => segment.length));

/** A log entry as one short line for people; a hash is shown by its ends. */
export function prettyLine(entry: LogEntry): string {
  if (entry.level === "error") return `error: ${entry.message}`;
  const time = entry.time.slice(11, 19);
  if (entry.level === "info") return `${time} ${entry.method} ${entry.path} ${entry.status}`;
  const { segment, what, hash, height, transactions } = entry;
  const where = `${time} ${segment.padEnd(WIDTH)}`;
  const short = `${hash.slice(0, 6)}…${hash.slice(-4)}`;
  if (height === null) return `${where}  + ${what} ${short}`;
  const count = transactions === 1 ? "1 transaction" : `${transactions} transactions`;
  return `${where}  block ${height} ${short}, ${count}`;
}

/** Lines that report how a history is made. */
const PARTS = 10;
/** Blocks of the shortest history that is reported. */
const SHORT = 1_000;

/** Reports on a terminal, by a line now and then, how much of the long history of a new chain is made. */
export function tellHistory(
  output: Pick<TextOutput, "isTTY" | "line">,
  segment: Segment,
  height: number,
  last: number,
): void {
  const isDue = height % Math.ceil(last / PARTS) === 0 || height === last;
  if (output.isTTY && last >= SHORT && isDue)
    output.line(`${segment}: made block ${height} of ${last} of its history`);
}
