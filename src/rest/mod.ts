/**
 * REST: typed fetch over the paths of the specs, and calls by operation id with decoded answers.
 *
 * @module
 */
export * from "../generated/client/operation_calls.gen.ts";
export type { OperationId, Operations } from "../generated/client/operations.gen.ts";
export type { paths } from "../generated/client/paths.gen.ts";
export * from "./create_raw.ts";
export * from "./create_rest.ts";
