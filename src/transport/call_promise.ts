import type { ResponseInfo } from "./answer.ts";
import { captureCaller } from "./capture_caller.ts";

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

/** Is told of the answer that a call's data is read from. */
export type AnswerListener = (response: ResponseInfo) => void;

/**
 * Makes the promise of a call; what `start` throws rejects it.
 *
 * @param start Starts the call, and tells of the answer before its data is there.
 *
 * @example
 * ```ts
 * import { callPromise } from "alphadelta/transport";
 *
 * const response = { status: 200, headers: new Headers(), requestId: undefined };
 * const call = callPromise(async (onAnswer) => {
 *   onAnswer(response);
 *   return 7;
 * });
 * console.log(await call, (await call.withResponse()).response.status); // 7 200
 * ```
 */
export function callPromise<Data>(
  start: (onAnswer: AnswerListener) => Promise<Data>,
): CallPromise<Data> {
  let told: ResponseInfo | undefined;
  const promise = begin(start, (response) => (told = response)) as CallPromise<Data>;
  promise.withResponse = async () => {
    const data = await promise;
    return { data, response: publicPart(told as ResponseInfo) };
  };
  return promise;
}

function begin<Data>(
  start: (onAnswer: AnswerListener) => Promise<Data>,
  onAnswer: AnswerListener,
): Promise<Data> {
  try {
    return start(onAnswer);
  } catch (error) {
    captureCaller(callPromise)(error);
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it came
    return Promise.reject(error);
  }
}

/**
 * The public part of an answer, which callers get.
 *
 * @example
 * ```ts
 * import { Answer, publicPart } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 200 }, "{}", 1, Date.now());
 * console.log(publicPart(answer)); // status, headers, requestId
 * ```
 */
export function publicPart({ status, headers, requestId }: ResponseInfo): ResponseInfo {
  return { status, headers, requestId };
}
