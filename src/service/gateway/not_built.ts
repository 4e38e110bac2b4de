import type { ServiceMethods } from "../../generated/service/methods.gen.ts";
import type { OperationId } from "../../generated/service/operations.gen.ts";

/**
 * Operations and methods of the documents that have no data behind them yet. They answer with an internal error, and
 * the server names them when it starts.
 */
export const NOT_BUILT: readonly (OperationId | keyof ServiceMethods)[] = ["requestKey"];

/** Ends a call that has no data behind it yet. */
export function notBuilt(): never {
  throw new Error("Not built yet");
}
