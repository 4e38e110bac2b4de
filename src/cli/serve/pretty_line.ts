import { SEGMENTS } from "../../chains/mod.ts";
import type { LogEntry } from "../../service/mod.ts";

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
