import type { Segment } from "../../../chains/mod.ts";
import type { Tier } from "../../../generated/tiers.gen.ts";
import type { Hex } from "../../../units/mod.ts";
import type { RequestTrace } from "../../api/context/mod.ts";
import type { FaultKind } from "../../devnet/faults/mod.ts";

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
  readonly protocol: RequestTrace["protocol"];
  /** Operation, method or `batch`; `unknown` for what there is none of. */
  readonly operation: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** From its beginning to the answer. */
  readonly milliseconds: number;
  /** Of the answer's body, before it is compressed. */
  readonly bytes: number;
  /** The subject the request counts for: `address:…`, or `key:` and the id of a key; null for none. */
  readonly subject: string | null;
  /** Tier of that subject; null for none. */
  readonly tier: Tier | null;
  /** Address of the peer of the connection. */
  readonly peer: string;
  /** The injected fault that hit it; a dropped or stalled response did not reach the client whole. */
  readonly fault?: FaultKind;
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
  /** Of the block or the transaction. */
  readonly hash: Hex;
  /** Of the block; null for a transaction. */
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
}
