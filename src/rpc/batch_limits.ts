import { checkInteger, checkOption, isObject } from "../validation/mod.ts";

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
  checkOption(ACTION, "batch", batch, "a boolean or an object", isObject(batch));
  checkInteger(ACTION, "maxCalls", batch.maxCalls, 1);
  checkInteger(ACTION, "maxBytes", batch.maxBytes, 1);
  checkInteger(ACTION, "wait", batch.wait, 0);
  return batch;
}
