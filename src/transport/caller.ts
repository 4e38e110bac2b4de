import type { CallOptions } from "./call_options.ts";
import type { TransportCall } from "./transport_call.ts";

/** Sends calls: all that REST operations and JSON-RPC calls need of a transport. */
export interface Caller {
  /**
   * Sends a call through the policies and reads its answer.
   *
   * It rejects with what `read` throws, with a `TransportError` where no answer of the service comes, and with the
   * signal's reason on an abort. Redirects are refused, so that a key never travels to another host.
   */
  call<Value>(call: TransportCall<Value>, options?: CallOptions): Promise<Value>;
}
