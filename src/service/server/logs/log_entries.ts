import type { Segment } from "../../../chains/mod.ts";
import type { RequestTrace, SentResponse, ServiceRequest } from "../../api/context/mod.ts";
import type { Announcement } from "../../chain/block_source.ts";
import type { ChainEntry, ErrorEntry, LogEntry, RequestEntry } from "./log_entry.ts";

/** Facts of an answered request beside the request itself. */
export interface RequestFacts {
  readonly trace: RequestTrace;
  readonly requestId: string;
  readonly milliseconds: number;
  /** The injected fault that hit it. */
  readonly fault?: RequestEntry["fault"] | undefined;
}

/** Logs an answered request. */
export type RequestLog = (...request: Parameters<typeof requestEntry>) => void;

const LONGEST_PATH = 200;

/** The second last written, and its text up to the milliseconds. */
let second = { number: Number.NaN, text: "" };

/** The entry of an answered request; its query stays out, since keys may stand there. */
export function requestEntry(
  { method, target, peer }: Pick<ServiceRequest, "method" | "target" | "peer">,
  { status, bytes }: Pick<SentResponse, "status" | "bytes">,
  { trace, requestId, milliseconds, fault }: RequestFacts,
): RequestEntry {
  const { protocol, operation, caller } = trace;
  return {
    level: "info",
    time: timeText(),
    requestId,
    method,
    path: pathOf(target).slice(0, LONGEST_PATH),
    protocol,
    operation,
    status,
    milliseconds: Math.round(milliseconds * 1_000) / 1_000,
    bytes: method === "HEAD" ? 0 : bytes,
    subject: caller?.shownAs ?? null,
    tier: caller?.tier ?? null,
    peer,
    ...(fault && { fault }),
  };
}

function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? target : target.slice(0, mark);
}

/** The time as ISO 8601; thousands of entries may be of the same second. */
function timeText(): string {
  const now = Date.now();
  const number = Math.floor(now / 1_000);
  if (number !== second.number) {
    second = { number, text: new Date(now).toISOString().slice(0, -"000Z".length) };
  }
  return `${second.text}${String(now % 1_000).padStart(3, "0")}Z`;
}

/** The entry of a new block or of a submission; undefined for what else a chain announces. */
export function chainEntry(segment: Segment, announced: Announcement): ChainEntry | undefined {
  const about = { level: "chain", time: timeText(), segment } as const;
  if (announced.kind === "block") {
    const { hash, height } = announced.block;
    return { ...about, what: "block", hash, height, transactions: announced.executed.length };
  }
  if (announced.kind !== "pending") return undefined;
  const { hash, type } = announced.transaction;
  return { ...about, what: type, hash, height: null, transactions: null };
}

/** The entry of an internal error. */
export function errorEntry(error: unknown, requestId?: string): ErrorEntry {
  const isError = error instanceof Error;
  return {
    level: "error",
    time: new Date().toISOString(),
    requestId,
    message: isError ? error.message : String(error),
    stack: isError ? error.stack : undefined,
  };
}

/** Writes errors as JSON lines to the standard error stream. */
export function logErrors(entry: LogEntry): void {
  if (entry.level === "error") console.error(JSON.stringify(entry));
}
