import type { Caller } from "./caller.ts";

/** What a request turned out to be, as logs and metrics tell of it; filled in while it is answered. */
export interface RequestTrace {
  /** `other` is what belongs to no server of the specs, such as `/docs`. */
  protocol: "rest" | "rpc" | "websocket" | "other";
  /** Operation, method, `batch` or path of the service's own; `unknown` for what there is none of. Never a client's text. */
  operation: string;
  /** Who asked; undefined where nobody was asked for. */
  caller: Caller | undefined;
}

/** The trace of a request of which nothing is known yet. */
export function startTrace(): RequestTrace {
  return { protocol: "other", operation: "unknown", caller: undefined };
}
