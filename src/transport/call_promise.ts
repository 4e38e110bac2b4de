import type { ResponseInfo } from "./answer.ts";

/** What a call brought, and what is told of the answer. */
export interface WithResponse<Data> {
  /** What the call resolves to by itself. */
  readonly data: Data;
  /** What is told of the answer beside its data. */
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
 * Makes the promise of a call; what `start` throws rejects it.
 *
 * @example
 * ```ts
 * import { callPromise } from "alphadelta/transport";
 *
 * const response = { status: 200, headers: new Headers(), requestId: undefined };
 * const call = callPromise(() => Promise.resolve({ data: 7, response }));
 * console.log(await call, (await call.withResponse()).response.status); // 7 200
 * ```
 */
export function callPromise<Data>(start: () => Promise<WithResponse<Data>>): CallPromise<Data> {
  const asked = begin(start);
  const promise = asked.then(dataOf) as CallPromise<Data>;
  promise.withResponse = (): Promise<WithResponse<Data>> => {
    // Whoever asks for both gets the rejection there.
    promise.catch(ignore);
    return asked.then(partsOf);
  };
  return promise;
}

function begin<Data>(start: () => Promise<WithResponse<Data>>): Promise<WithResponse<Data>> {
  try {
    return start();
  } catch (error) {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it came
    return Promise.reject(error);
  }
}

function dataOf<Data>({ data }: WithResponse<Data>): Data {
  return data;
}

function partsOf<Data>({ data, response }: WithResponse<Data>): WithResponse<Data> {
  return { data, response: publicPart(response) };
}

/**
 * What is public of an answer: a caller gets that alone.
 *
 * @example
 * ```ts
 * import { Answer, publicPart } from "alphadelta/transport";
 *
 * console.log(publicPart(new Answer({ status: 200 }, "{}", 1, 0)).status); // 200
 * ```
 */
export function publicPart({ status, headers, requestId }: ResponseInfo): ResponseInfo {
  return { status, headers, requestId };
}

function ignore(): void {}
