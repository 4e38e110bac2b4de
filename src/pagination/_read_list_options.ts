import { type CallOptions, showValue } from "../transport/mod.ts";
import type { ListOptions } from "./list_options.ts";

const DEFAULT_PREFETCH = 1;

/** Options of a list, apart from those of its calls. */
export interface ListSettings {
  readonly prefetch: number;
  readonly resume: ListOptions["resume"] | undefined;
  readonly onShift: ListOptions["onShift"] | undefined;
  readonly onProgress: ListOptions["onProgress"] | undefined;
  readonly call: CallOptions;
}

/**
 * Reads the options of a list.
 *
 * @throws {TypeError} If `prefetch` is no number or a listener no function.
 * @throws {RangeError} If `prefetch` is negative or not an integer.
 */
export function readListOptions(id: string, options: ListOptions = {}): ListSettings {
  const { prefetch = DEFAULT_PREFETCH, resume, onShift, onProgress, ...call } = options;
  const action = `Cannot call ${id}`;
  const message = `${action}: prefetch must be an integer from 0, got ${showValue(prefetch)}`;
  if (typeof prefetch !== "number") throw new TypeError(message);
  if (!Number.isSafeInteger(prefetch) || prefetch < 0) throw new RangeError(message);
  for (const [name, listener] of Object.entries({ onShift, onProgress })) {
    if (listener === undefined || typeof listener === "function") continue;
    throw new TypeError(`${action}: ${name} must be a function, got ${showValue(listener)}`);
  }
  return { prefetch, resume, onShift, onProgress, call };
}
