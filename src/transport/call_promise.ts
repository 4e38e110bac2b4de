import type { ResponseInfo } from "./answer.ts";
import { captureCaller } from "./_capture_caller.ts";
import type { Caller, CallOptions, TransportCall } from "./transport_call.ts";

/** The data of a call and the answer that it came in. */
export interface WithResponse<Data> {
  /** The value that the call resolves to by itself. */
  readonly data: Data;
  /** Status, headers and request id of the answer. */
  readonly response: ResponseInfo;
}

/** The promise of a call's data; the answer's status and headers can be had as well. */
export interface CallPromise<Data> extends Promise<Data> {
  /**
   * The data together with status, headers and request id of the answer. No further request is sent.
   *
   * @example
   * ```ts
   * import { createClient } from "alphadelta";
   *
   * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
   * const { data, response } = await delta.getBlock(7).withResponse();
   * console.log(data.hash, response.requestId);
   * ```
   */
  withResponse(): Promise<WithResponse<Data>>;
}

/**
 * Makes a call, sends it and makes its promise; what `make` throws rejects it.
 *
 * @param caller Sends the call, and writes its answer to it; left out where `make` throws.
 */
export function callPromise<Data>(
  make: () => TransportCall<Data>,
  caller?: Caller,
  options?: CallOptions,
): CallPromise<Data> {
  let call: TransportCall<Data> | undefined;
  let promise: CallPromise<Data>;
  try {
    call = make();
    promise = (caller as Caller).call(call, options) as CallPromise<Data>;
  } catch (error) {
    captureCaller(callPromise)(error);
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it came
    promise = Promise.reject(error) as CallPromise<Data>;
  }
  const withResponse = async (): Promise<WithResponse<Data>> => {
    const data = await promise;
    return { data, response: publicPart(call?.answer as ResponseInfo) };
  };
  // Through a constant: V8 keeps a function that is written to a property at once, with the data, until a full collection.
  promise.withResponse = withResponse;
  return promise;
}

/** The public part of an answer, for one caller: another one of the same answer has headers of its own. */
export function publicPart({ status, headers, requestId }: ResponseInfo): ResponseInfo {
  return { status, headers: new Headers(headers), requestId };
}
