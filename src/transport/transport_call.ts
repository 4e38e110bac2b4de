import type { ErrorContext } from "../errors/mod.ts";
import type { HeightInfo } from "../generated/tables.gen.ts";
import type { Answer } from "./answer.ts";
import type { CallOptions } from "./call_options.ts";

/** One request as data, and how its answer is read. */
export interface TransportCall<Value> {
  /** URL that it is sent to. */
  readonly url: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Its body. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Further settings of the runtime's `fetch`, such as `credentials`. */
  readonly init?: RequestInit | undefined;
  /** Segment and operation, as errors and hooks name them. */
  readonly context: ErrorContext;
  /** True of a call that may be retried: one that is not safe is sent once, whatever happens. */
  readonly safe: boolean;
  /** Called just before each request of the call goes out. */
  readonly onSend?: (() => void) | undefined;
  /** Origin of the API host whose rate limit it uses. @default {the origin of url} */
  readonly host?: string | undefined;
  /** Requests that it counts as. @default {1} */
  readonly cost?: number | undefined;
  /** Equal for calls that ask for the same. Without one, the call is not deduplicated and not cached. */
  readonly key?: string | undefined;
  /** Sends no key. @default {false} */
  readonly keyless?: boolean | undefined;
  /** Asks for the body as bytes. @default {false} */
  readonly bytes?: boolean | undefined;
  /**
   * Reads the answer, once for each caller that shares it, so that no two callers hold the same objects. What it throws
   * ends the attempt: the call is retried if it is safe and the error is `retryable`.
   *
   * @param isShared Whether the request was another call's of the same key, which has read the answer without error.
   */
  read(answer: Answer, isShared: boolean): Value;
  /** Tells whether a refusal for a limit ends the call, which is else repeated when the limit admits it. */
  readonly isFinal?: ((refusal: Answer) => boolean) | undefined;
  /** Height that its value shows; if left out, the value may change at any time. */
  readonly height?: HeightInfo | undefined;
  /** The arguments: an answer requested by its own hash never changes. */
  readonly args?: readonly unknown[] | undefined;
}

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

/** Origin of the API host whose rate limit a call uses. */
export function hostOf({ host, url }: TransportCall<unknown>): string {
  return host ?? new URL(url).origin;
}
