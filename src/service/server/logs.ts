import type { Segment } from "../../chains/mod.ts";
import type { Tier } from "../../generated/tiers.gen.ts";
import type { TracedSpan } from "../../telemetry.ts";
import { escapeControls } from "../../units/internal.ts";
import type { Hex } from "../../units/mod.ts";
import type { Protocol, RequestTrace, SentResponse, ServiceRequest } from "../request.ts";
import type { Announcement } from "../chain/block_source.ts";
import type { FaultRule } from "../devnet/faults.ts";

/** A log entry: one JSON object a line. It never holds a key, a body or a query. */
export type LogEntry = RequestEntry | ChainEntry | ErrorEntry;

/** A request that was answered, or a message on a WebSocket: that has the method `MESSAGE`, and the id of the request for it. */
export interface RequestEntry {
  /** Tells requests from errors. */
  readonly level: "info";
  /** ISO 8601. */
  readonly time: string;
  /** As in `meta.requestId` of the answer. */
  readonly requestId: string;
  /** HTTP method, in capitals, or `MESSAGE`. */
  readonly method: string;
  /** Its first 200 characters. */
  readonly path: string;
  /** Protocol: REST, JSON-RPC, a WebSocket or another path. */
  readonly protocol: Protocol;
  /** Operation, method or `batch`; `unknown` where nothing matched. */
  readonly operation: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** From its beginning to the answer. */
  readonly milliseconds: number;
  /** Bytes of the answer's body, before it is compressed. */
  readonly bytes: number;
  /** The subject the request counts for: `address:…`, or `key:` and the id of a key; null for none. */
  readonly subject: string | null;
  /** Tier of that subject; null for none. */
  readonly tier: Tier | null;
  /** Address of the peer of the connection. */
  readonly peer: string;
  /** Id of its trace, of OpenTelemetry; left out where no provider of tracers is registered. */
  readonly trace_id?: string;
  /** The injected fault that hit it; a dropped or stalled response did not reach the client whole. */
  readonly fault?: FaultRule["kind"];
}

/** A new block, or a transaction that was submitted. */
export interface ChainEntry {
  /** Tells what happens to a chain from requests and errors. */
  readonly level: "chain";
  /** ISO 8601. */
  readonly time: string;
  /** Chain and network. */
  readonly segment: Segment;
  /** `block`, or the type of the transaction. */
  readonly what: string;
  /** Hash of the block or the transaction. */
  readonly hash: Hex;
  /** Height of the block; null for a transaction. */
  readonly height: number | null;
  /** Transactions of the block; null for a transaction. */
  readonly transactions: number | null;
}

/** An internal error; the response hides it and has the same request id. */
export interface ErrorEntry {
  /** Tells errors from requests. */
  readonly level: "error";
  /** ISO 8601. */
  readonly time: string;
  /** Undefined where no request is behind it. */
  readonly requestId: string | undefined;
  /** Message of the error. */
  readonly message: string;
  /** Stack of the error, if it has one. */
  readonly stack: string | undefined;
  /** As of a request. */
  readonly trace_id?: string;
}

/** Facts of an answered request beside the request itself. */
interface RequestFacts {
  readonly trace: RequestTrace;
  readonly requestId: string;
  readonly milliseconds: number;
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
  { trace, requestId, milliseconds }: RequestFacts,
): RequestEntry {
  const { protocol, operation, caller, fault, span } = trace;
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
    ...(span && { trace_id: span.traceId }),
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

/** The entry of a new block or of a submission; undefined for other announcements. */
export function chainEntry(segment: Segment, announced: Announcement): ChainEntry | undefined {
  const about = { level: "chain", time: timeText(), segment } as const;
  if (announced.kind === "block") {
    const { hash, height } = announced.block;
    return { ...about, what: "block", hash, height, transactions: announced.executed.length };
  }
  if (announced.kind !== "pending") return undefined;
  const { hash, body } = announced.transaction;
  return { ...about, what: body.type, hash, height: null, transactions: null };
}

/** The entry of an internal error. */
export function errorEntry(error: unknown, requestId?: string, span?: TracedSpan): ErrorEntry {
  const isError = error instanceof Error;
  return {
    level: "error",
    time: new Date().toISOString(),
    requestId,
    message: isError ? error.message : String(error),
    stack: isError ? error.stack : undefined,
    ...(span && { trace_id: span.traceId }),
  };
}

/** Writes errors as JSON lines to the standard error stream. */
export function logErrors(entry: LogEntry): void {
  if (entry.level === "error") console.error(escapeControls(JSON.stringify(entry)));
}

/**
 * Log entries: one JSON object a line, without keys, bodies and queries.
 *
 * @module
 */
