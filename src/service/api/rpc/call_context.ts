import type { ChainContext } from "../context/mod.ts";
import type { EventSession } from "../events/mod.ts";
import type { FurtherMethods } from "./further_methods.ts";

/** Dependencies of JSON-RPC calls. */
export interface CallContext {
  readonly chain: ChainContext;
  /** Called with errors of a handler other than service errors. */
  readonly onError: (error: unknown) => void;
  /** Called after each call with its method, `unknown` if it does not exist, and the error code, 0 for success. */
  readonly onCall: (method: string, code: number) => void;
  /** Session of the WebSocket that received the call; undefined over HTTP. */
  readonly session?: EventSession;
  /** Methods in addition to those of the specs. */
  readonly further?: FurtherMethods | undefined;
}
