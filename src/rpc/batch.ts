import type { BatchResult } from "../errors/mod.ts";
import type { MethodName, Methods } from "../generated/client/methods.gen.ts";
import type { Chain } from "../generated/segments.gen.ts";
import type { CallOptions, Progress } from "../transport/mod.ts";
import { checkOption, checkOptions, integerFrom, isObject } from "../validation/mod.ts";

/** A call of a batch: the name of a method of chain `C`, then its parameters. */
export type BatchEntry<C extends Chain = Chain> = {
  [Name in MethodName]: C extends Methods[Name]["chains"]
    ? readonly [method: Name, ...params: Readonly<Methods[Name]["params"]>]
    : never;
}[MethodName];

/** The results of the calls of a batch, in their order. */
export type BatchValues<Entries extends readonly BatchEntry[]> = {
  -readonly [Index in keyof Entries]: Methods[Entries[Index][0]]["result"];
};

/** The outcomes of the calls of a batch, in their order. */
export type BatchResults<Entries extends readonly BatchEntry[]> = {
  -readonly [Index in keyof Entries]: BatchResult<Methods[Entries[Index][0]]["result"]>;
};

/** Options of a batch. Those of a call hold for all of it; `retries` bounds the retries of each call. */
export interface BatchOptions extends CallOptions {
  /** Resolves to what became of each call, also if some failed. @default {false} */
  readonly settle?: boolean | undefined;
  /**
   * Is told whenever calls of the batch have ended, as those of one request do together, how many are done, equal calls
   * counted once. What it throws or
   * rejects with is dropped.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Sends calls of methods of chain `C` together.
 *
 * Duplicate calls in a batch are deduplicated and cached results are reused. Each remaining call counts as one request.
 * A call whose reply is missing, duplicated or a transient error is retried on its own; calls whose request failed are
 * retried together. A batch that the service finds too large, or refuses twice as more than its rate admits, is sent in parts.
 *
 * @throws {TypeError | RangeError} If an entry or an option is wrong, or an entry a submission; nothing is sent.
 * @throws {BatchError} If a call fails, unless `settle` is set.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const [block, info] = await delta.rpc.batch([["chain_getBlockByNumber", 7], ["chain_getInfo"]]);
 * console.log(block?.hash, info.blockHeight);
 * ```
 */
export interface Batch<C extends Chain = Chain> {
  <const Entries extends readonly BatchEntry<C>[]>(
    entries: Entries,
    options: BatchOptions & { readonly settle: true },
  ): Promise<BatchResults<Entries>>;
  <const Entries extends readonly BatchEntry<C>[]>(
    entries: Entries,
    options?: BatchOptions,
  ): Promise<BatchValues<Entries>>;
}

/** Bounds of batches. */
export interface BatchLimits {
  /** Most calls in one request. @default {the limit of the specs} */
  readonly maxCalls?: number | undefined;
  /** Most characters in one request. @default {the limit of the specs} */
  readonly maxBytes?: number | undefined;
  /**
   * Milliseconds to gather calls for, at most half of their deadline. Without it, a batch has the calls that are made
   * before the program waits for anything; no timer is set.
   */
  readonly wait?: number | undefined;
}

const ACTION = "Cannot batch calls";

/**
 * Reads whether and how calls are put into batches by themselves; undefined if they are not.
 *
 * @throws {TypeError} If it is no such object, or a number is none.
 * @throws {RangeError} If a number is out of range.
 */
export function readBatchLimits(batch: BatchLimits | boolean): BatchLimits | undefined {
  if (batch === false) return undefined;
  if (batch === true) return {};
  checkOption(ACTION, "batch", batch, ["a boolean or an object", isObject]);
  const [atLeast0, atLeast1] = [integerFrom(0), integerFrom(1)];
  checkOptions(ACTION, batch, { maxCalls: atLeast1, maxBytes: atLeast1, wait: atLeast0 });
  return batch;
}
