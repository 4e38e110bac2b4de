import { checkKey } from "./api_key.ts";
import { checkCallOptions } from "./call_options.ts";
import { showValue } from "../validation/mod.ts";
import type { TransportOptions } from "./transport_options.ts";

/**
 * Checks the options of a transport.
 *
 * @throws {TypeError | RangeError} If one is wrong; the message names it.
 */
export function checkOptions(options: TransportOptions): void {
  const { fetch, apiKey, store, hooks } = options;
  if (fetch !== undefined && typeof fetch !== "function") {
    throw new TypeError(`Cannot use fetch: expected a function, got ${showValue(fetch)}`);
  }
  checkKey(apiKey);
  const { timeout, deadline, retries, priority } = options;
  checkCallOptions("createTransport", { timeout, deadline, retries, priority });
  if (store !== undefined && typeof store?.update !== "function") {
    throw new TypeError(
      `Cannot use store: expected an object with update, got ${showValue(store)}`,
    );
  }
  if (hooks !== undefined && (typeof hooks !== "object" || hooks === null)) {
    throw new TypeError(`Cannot use hooks: expected an object, got ${showValue(hooks)}`);
  }
}
