import type { Budget } from "./budget.ts";
import type { CallOptions } from "./call_options.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import type { TransportCall } from "./transport_call.ts";

/** The one place that sends requests: each REST operation and each JSON-RPC call passes here. */
export interface Transport {
  /**
   * Sends a call by all policies and reads its answer.
   *
   * It rejects with what `read` throws, with a `TransportError` where no answer of the service comes, and with the
   * signal's reason on an abort. Redirects are refused, so that a key never travels to another host.
   */
  call<Value>(call: TransportCall<Value>, options?: CallOptions): Promise<Value>;
  /** The same as a `fetch` function, for other clients. */
  readonly fetch: PlatformFetch;
  /** What is left of the allowance at an API host, given by its origin; left out, of the first one that was called. */
  budget(host?: string): Budget;
}
