import type { Caller } from "./caller.ts";

/** Facts of a request for logs and metrics, filled in while it is answered. */
export interface RequestTrace {
  /** `other` is what belongs to no server of the specs, such as `/docs`. */
  protocol: "rest" | "rpc" | "websocket" | "other";
  /** Operation, method, `batch` or path of the service's own; `unknown` for what there is none of. Never a client's text. */
  operation: string;
  /** The caller; undefined where none was identified. */
  caller: Caller | undefined;
}

/** An empty trace. */
export function startTrace(): RequestTrace {
  return { protocol: "other", operation: "unknown", caller: undefined };
}
