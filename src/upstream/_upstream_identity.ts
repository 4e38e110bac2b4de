import { type ResolvedEndpoints, type Segment, selectChain } from "../chains/mod.ts";
import { isAlphadeltaError, isContractError } from "../errors/mod.ts";
import { createRestOf, getChainInfo, listBlocks, type Rest } from "../rest/mod.ts";
import type { CallOptions, Transport } from "../transport/mod.ts";
import type { Hex } from "../units/mod.ts";
import { reasonOf } from "../validation/mod.ts";

/** A block, with the hash that tells it from those of other branches. */
export interface BlockId {
  readonly height: number;
  readonly hash: Hex;
}

/** Thrown for an upstream that serves another chain than expected, lacks the segment, or refuses the key. */
export class UnusableUpstreamError extends Error {
  override readonly name = "UnusableUpstreamError";

  constructor(url: string, segment: Segment, reason: string) {
    super(`Cannot use upstream ${url} for ${segment}: ${reason}`);
  }
}

/** Reads which chain an upstream serves. */
export class UpstreamIdentity {
  readonly #segment: Segment;
  readonly #url: string;
  readonly #rest: Rest<"listBlocks" | "getChainInfo">;
  /** True once its chain and network were as expected; from then on the first block is enough. */
  #isKnown = false;

  constructor(segment: Segment, endpoints: ResolvedEndpoints, transport: Transport) {
    this.#segment = segment;
    this.#url = new URL(endpoints.rest).origin;
    this.#rest = createRestOf(segment, endpoints, transport, { listBlocks, getChainInfo });
  }

  /**
   * Reads the first block and the height of the newest one.
   *
   * @throws {UnusableUpstreamError} At the first time, if it can never be used.
   * @throws {AlphadeltaError} If it does not answer, or its answer breaks the interface.
   */
  async read(options: CallOptions): Promise<{ readonly first: BlockId; readonly head: number }> {
    if (!this.#isKnown)
      await this.#rest.call("getChainInfo", [], options).catch((error: unknown) => {
        throw this.#refusalOf(error) ?? error;
      });
    this.#isKnown = true;
    const page = await this.#rest.call("listBlocks", [{ order: "asc", limit: 1 }], options);
    const [block] = page.blocks;
    if (!block) throw new TypeError(`${this.#url} has no block of ${this.#segment}`);
    const { number: height, hash } = block;
    return { first: { height, hash }, head: height + page.pagination.totalItems - 1 };
  }

  /** The client refuses an answer of another chain or network; the service refuses an unknown key or segment. */
  #refusalOf(error: unknown): UnusableUpstreamError | undefined {
    if (!isAlphadeltaError(error) || error.retryable) return undefined;
    const { chain, network } = selectChain(this.#segment);
    const describe = ({ path, message }: { path: string; message: string }): string =>
      path ? `${path}: ${message}` : message;
    const reason = isContractError(error)
      ? `expected ${chain} on ${network}, found ${error.issues.map(describe).join("; ")}`
      : reasonOf(error);
    return new UnusableUpstreamError(this.#url, this.#segment, reason);
  }
}
