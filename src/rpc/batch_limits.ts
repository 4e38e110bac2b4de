import { isObject, valueFault } from "../validation/mod.ts";

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

/**
 * Reads whether and how calls are put into batches by themselves; undefined if they are not.
 *
 * @throws {TypeError} If it is no such object, or a number is none.
 * @throws {RangeError} If a number is out of range.
 */
export function readBatchLimits(batch: BatchLimits | boolean): BatchLimits | undefined {
  if (batch === false) return undefined;
  if (batch === true) return {};
  if (!isObject(batch)) {
    throw valueFault("Cannot batch calls: batch must be a boolean or an object", batch, false);
  }
  checkNumber("maxCalls", batch.maxCalls, 1);
  checkNumber("maxBytes", batch.maxBytes, 1);
  checkNumber("wait", batch.wait, 0);
  return batch;
}

function checkNumber(name: string, value: unknown, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= least)) return;
  const message = `Cannot batch calls: ${name} must be an integer from ${least}`;
  throw valueFault(message, value, typeof value === "number");
}
