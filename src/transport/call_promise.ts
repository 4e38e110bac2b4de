import type { ResponseInfo } from "./answer.ts";
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
  // Not written to the property at once: V8 keeps such a function, and the data with it, until its next full collection.
  promise.withResponse = withResponse;
  return promise;
}

/** The public part of an answer, for one caller: another one of the same answer has headers of its own. */
export function publicPart({ status, headers, requestId }: ResponseInfo): ResponseInfo {
  return { status, headers: new Headers(headers), requestId };
}

/** Characters of the longest stack that another one is added to. */
const LONGEST = 10_000;

/** A stack that was captured; V8 formats it only when it is read. */
interface Stack {
  readonly stack?: string;
}

/** V8's constructor of errors; others, and the types of Deno, have less. */
interface CapturingErrors {
  readonly captureStackTrace?: (captured: Stack, above: (...args: never[]) => unknown) => void;
}

/**
 * Captures where the caller of `above` stands, for work that is shared or done later, whose errors do not show the line
 * of the program. Nothing is captured where the runtime cannot.
 *
 * @param above What the program called; its own frame and those within it are left out.
 * @returns Adds what was captured to the stack of an error, once.
 */
export function captureCaller(above: (...args: never[]) => unknown): (error: unknown) => void {
  const captured: Stack = {};
  (Error as CapturingErrors).captureStackTrace?.(captured, above);
  return (error) => addStack(error, captured);
}

function addStack(error: unknown, { stack = "" }: Stack): void {
  const frames = stack.slice(stack.indexOf("\n") + 1);
  if (typeof error !== "object" || error === null || frames === "") return;
  try {
    const { stack: own } = error as Stack;
    if (typeof own !== "string" || own.includes(frames) || own.length > LONGEST) return;
    Reflect.set(error, "stack", `${own}\n  called from:\n${frames}`);
  } catch {
    // A field of an error of the user's own may throw.
  }
}
