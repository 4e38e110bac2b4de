import type { ErrorContext } from "../errors/mod.ts";
import type { HeightInfo } from "../generated/tables.gen.ts";
import type { Answer } from "./answer.ts";

/** One request as data, and how its answer is read. */
export interface TransportCall<Value> {
  /** Where it goes. */
  readonly url: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What it carries. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Further settings of the runtime's `fetch`, such as `credentials`. */
  readonly init?: RequestInit | undefined;
  /** Segment and operation, as errors and hooks name them. */
  readonly context: ErrorContext;
  /** Whether it may be sent again: a call that is not is sent once, whatever happens. */
  readonly safe: boolean;
  /** Told of each request of the call just before it goes out. */
  readonly onSend?: (() => void) | undefined;
  /** Origin of the API host whose allowance it uses. @default {the origin of url} */
  readonly host?: string | undefined;
  /** Requests that it counts as. @default {1} */
  readonly cost?: number | undefined;
  /** Equal for calls that ask for the same. Without one, the call shares no request and is not cached. */
  readonly key?: string | undefined;
  /** Sends no key. @default {false} */
  readonly keyless?: boolean | undefined;
  /** Asks for the body as bytes. @default {false} */
  readonly bytes?: boolean | undefined;
  /**
   * Reads the answer, once for each caller that shares it, so that no two callers hold the same objects. What it throws
   * ends the attempt: the call is sent again if that is safe and the error is `retryable`.
   *
   * @param isShared Whether the request was another call's of the same key, which has read the answer without fault.
   */
  read(answer: Answer, isShared: boolean): Value;
  /** Which height what is read shows. Left out: it may change at any time. */
  readonly height?: HeightInfo | undefined;
  /** What is asked for: an answer asked for by its own hash never changes. */
  readonly args?: readonly unknown[] | undefined;
}

/** What can change an answer. */
export interface Settlement {
  /** A height of the chain that the answer shows. */
  readonly height?: number | undefined;
  /** Nothing, a reorganisation down to `height`, or anything. */
  readonly changedBy: "nothing" | "reorganisation" | "anything";
}
