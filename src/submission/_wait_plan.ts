import type { SubmittedTransaction } from "../errors/mod.ts";
import { checkInteger, checkOption } from "../validation/mod.ts";

/** Options of a wait for a receipt. */
export interface WaitOptions extends Pick<SubmittedTransaction, "from" | "nonce"> {
  /** Milliseconds until the wait ends. @default {180_000} */
  readonly timeout?: number;
  /**
   * Milliseconds from one look to the next; no events are used then.
   *
   * @default the chain's mean block time, more where the day's quota is short
   */
  readonly pollInterval?: number;
  /** Blocks that the receipt must be deep, its own counted, from 1. @default {1} */
  readonly confirmations?: number;
  /** Share of what is left of the day's quota that this wait may use, above 0 to 1. @default {0.01} */
  readonly share?: number;
  /** Ends the wait; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a wait, checked and complete. */
export interface WaitPlan extends WaitOptions {
  readonly txHash: string;
  readonly timeout: number;
  readonly confirmations: number;
  readonly share: number;
}

const ACTION = "Cannot wait for a receipt";

/** The longest time that timers take. */
const LONGEST = 2 ** 31 - 1;

/**
 * Checks the options of a wait.
 *
 * @throws {TypeError} If the hash is no string.
 * @throws {RangeError} If a number is out of range.
 */
export function checkWaitOptions(txHash: string, options: WaitOptions): WaitPlan {
  if (typeof txHash !== "string" || txHash === "") {
    throw new TypeError(`${ACTION}: txHash must be a string`);
  }
  const { timeout = 180_000, confirmations = 1, share = 0.01, pollInterval } = options;
  check("timeout", timeout, isWithin(timeout, 0), `from 0 to ${LONGEST}`);
  checkInteger(ACTION, "confirmations", confirmations, 1);
  check("share", share, share > 0 && share <= 1, "above 0 and at most 1");
  check("pollInterval", pollInterval, isWithin(pollInterval, 1), `from 1 to ${LONGEST}`);
  return { ...options, txHash, timeout, confirmations, share };
}

function isWithin(time: number | undefined, least: number): boolean {
  return time !== undefined && time >= least && time <= LONGEST;
}

function check(name: string, value: unknown, isAllowed: boolean, allowed: string): void {
  checkOption(ACTION, name, value, allowed, isAllowed, "number");
}
