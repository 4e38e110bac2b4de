import type { ChainContext } from "../context/mod.ts";
import type { EventSession } from "../events/mod.ts";
import type { FurtherMethods } from "./further_methods.ts";

/** Dependencies of JSON-RPC calls. */
export interface CallContext {
  readonly chain: ChainContext;
  /** Called with any error that a handler throws beside a service error. */
  readonly onError: (error: unknown) => void;
  /** Called after each call: its method, `unknown` where there is no such method, and the error code, 0 for none. */
  readonly onCall: (method: string, code: number) => void;
  /** Subscriptions of the WebSocket that the call came on; undefined over HTTP. */
  readonly session?: EventSession;
  /** Methods served beside those of the specs. */
  readonly further?: FurtherMethods | undefined;
}
