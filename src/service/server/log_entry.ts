import type { FaultKind } from "../dev/mod.ts";

/** What is logged: one JSON object a line. It never holds a key, a body or a query. */
export type LogEntry = RequestEntry | ErrorEntry;

/** A request that was answered. */
export interface RequestEntry {
  readonly level: "info";
  /** ISO 8601. */
  readonly time: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly peer: string;
  /** What made it fail on purpose; a dropped or stalled answer did not reach the client whole. */
  readonly fault?: FaultKind;
}

/** Something that went wrong inside; the answer hides it, and has the same request id. */
export interface ErrorEntry {
  readonly level: "error";
  /** ISO 8601. */
  readonly time: string;
  /** Undefined where no request is behind it. */
  readonly requestId: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
}
