import type { ResponseInfo } from "./answer.ts";

/** What a call brought, and what is told of the answer. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** The promise of a call's data; the answer's status and headers can be had as well. */
export interface CallPromise<Data> extends Promise<Data> {
  /**
   * The data together with status, headers and request id of the answer. No further request is sent.
   *
   * @example
   * ```ts
   * const { data, response } = await delta.getBlock(7).withResponse();
   * console.log(data.hash, response.requestId);
   * ```
   */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Makes the promise of a call; what `start` throws rejects it. */
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

/** What is public of an answer: a caller gets that alone. */
export function publicPart({ status, headers, requestId }: ResponseInfo): ResponseInfo {
  return { status, headers, requestId };
}

function ignore(): void {}
