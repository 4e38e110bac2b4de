/**
 * Compares responses with the specs and reports differences, also those that the client tolerates; compares what REST and
 * JSON-RPC say of the same thing.
 *
 * A separate entry point, since the schemas of the specs are large.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { createDriftReporter } from "alphadelta/drift";
 *
 * const onDrift = createDriftReporter(({ operation, path, expected, got, documented }) =>
 *   console.warn(`${operation}: ${path} is ${got}, expected ${expected} (${documented})`),
 * );
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645", onDrift });
 * await delta.getBlock(7);
 * ```
 *
 * @module
 */
export type { Deviation } from "./compare_value.ts";
export { createDriftReporter, type Drift, type DriftOptions } from "./create_drift_reporter.ts";
export {
  createVerify,
  type Difference,
  type Verification,
  type Verify,
  type VerifyOptions,
} from "./verify.ts";
