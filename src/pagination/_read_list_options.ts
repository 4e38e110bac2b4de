import type { CallOptions } from "../transport/mod.ts";
import { checkInteger, checkOption } from "../validation/mod.ts";
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
  checkInteger(action, "prefetch", prefetch, 0);
  checkOption(action, "onShift", onShift, "a function", typeof onShift === "function");
  checkOption(action, "onProgress", onProgress, "a function", typeof onProgress === "function");
  return { prefetch, resume, onShift, onProgress, call };
}
