import type { LogEntry } from "../service/mod.ts";

/** What a log is written to, at once. */
export interface LogTarget {
  write(text: string): unknown;
}

/**
 * Gives what writes entries as JSON lines. Entries of requests are written together, at the end of the turn in which
 * they came; an error goes out at once, behind what came before it. At the end of the process nothing is left.
 */
export function entryWriter(target: LogTarget = process.stderr): (entry: LogEntry) => void {
  let lines = "";
  const flush = (): void => {
    const text = lines;
    lines = "";
    if (text !== "") target.write(text);
  };
  process.once("exit", flush);
  return (entry) => {
    const isFirst = lines === "";
    lines += `${JSON.stringify(entry)}\n`;
    if (entry.level === "error") flush();
    else if (isFirst) setImmediate(flush);
  };
}
