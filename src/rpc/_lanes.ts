import { isLimitStatus } from "../errors/internal.ts";
import type { ErrorContext } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import type { Answer, Lane } from "../transport/internal.ts";
import type { Transport } from "../transport/mod.ts";
import { readBatch } from "./_read_batch.ts";
import type { BatchLimits } from "./batch.ts";
import type { RpcCall } from "./wire.ts";

/** Milliseconds for which smaller batches are sent after one was too large: the service, or a proxy, may take it later. */
const CUT_FOR = 60_000;

/** Makes the batches of one segment: as large as the specs, the options and the service allow. */
export class Lanes {
  readonly #transport: Transport;
  readonly #maxCalls: number;
  readonly #maxBytes: number;
  /** Most calls until `#cutUntil`, as the service found more too large. */
  #cutTo = Infinity;
  #cutUntil = 0;

  constructor(transport: Transport, { maxCalls, maxBytes }: BatchLimits = {}) {
    this.#transport = transport;
    this.#maxCalls = Math.min(maxCalls ?? Infinity, LIMITS.batchCalls);
    this.#maxBytes = Math.min(maxBytes ?? Infinity, LIMITS.bodyBytes);
  }

  /** Makes a lane: calls of another go out apart. */
  open(wait?: number): Lane {
    return {
      wait,
      fit: (calls) => this.#fit(calls as readonly RpcCall[]),
      request: (calls) => this.#request(calls as readonly RpcCall[]),
      // A refusal for the rate has lowered it already.
      lower: (calls) => void (this.#size() >= calls && this.#lower(calls / 2)),
    };
  }

  /** Most calls of a batch at present. */
  #size(): number {
    const isCut = this.#transport.clock.now() < this.#cutUntil;
    return isCut ? Math.min(this.#cutTo, this.#maxCalls) : this.#maxCalls;
  }

  #lower(size: number): void {
    this.#cutTo = Math.min(this.#size(), Math.max(1, Math.floor(size)));
    this.#cutUntil = this.#transport.clock.now() + CUT_FOR;
  }

  #fit(calls: readonly RpcCall[]): number {
    const most = Math.min(calls.length, this.#size());
    let bytes = 1;
    const end = calls.findIndex(({ body }) => (bytes += body.length + 1) > this.#maxBytes);
    return Math.max(1, end < 0 ? most : Math.min(most, end));
  }

  #request(calls: readonly RpcCall[]): ReturnType<Lane["request"]> {
    const { url, host, headers, watch, context: first } = calls[0] as RpcCall;
    const context: ErrorContext = { segment: first.segment, operation: "batch" };
    const isTooMuch = (answer: Answer): boolean => this.#isBeyondRate(calls.length, host, answer);
    return {
      url,
      host,
      method: "POST",
      headers,
      body: `[${calls.map(({ body }) => body).join()}]`,
      context,
      safe: true,
      cost: calls.length,
      watch,
      isFinal: isTooMuch,
      read: (answer) => (isTooMuch(answer) ? undefined : readBatch(calls, answer, context)),
    };
  }

  /**
   * Tells whether a batch is refused for having more calls than the rate admits in a second. Our own service admits any
   * batch when it admits a request, so that only a second refusal tells. Later batches are cut to the rate.
   */
  #isBeyondRate(
    calls: number,
    host: string | undefined,
    { status, attempts, headers }: Answer,
  ): boolean {
    if (!isLimitStatus(status) || attempts < 2) return false;
    const { limit } = this.#transport.budget(host).second;
    // A service that does not tell its limits is tried with half as many.
    const isKnown = limit < calls || headers.has("ratelimit");
    const admitted = Math.max(1, Math.floor(isKnown ? limit : calls / 2));
    if (calls <= admitted) return false;
    this.#lower(admitted);
    return true;
  }
}
