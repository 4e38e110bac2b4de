import type { Caller } from "./caller.ts";

/** Facts of a request for logs and metrics, filled in while it is handled. */
export interface RequestTrace {
  /** `other` is a path of no server of the specs, such as `/docs`. */
  protocol: "rest" | "rpc" | "websocket" | "other";
  /** Operation, method, `batch` or a path of the service; otherwise `unknown`. Never a client's string. */
  operation: string;
  /** The caller; undefined if it was not identified. */
  caller: Caller | undefined;
}

/** An empty trace. */
export function startTrace(): RequestTrace {
  return { protocol: "other", operation: "unknown", caller: undefined };
}
