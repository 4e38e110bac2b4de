/**
 * One object per chain selection.
 *
 * @module
 */
export type {
  AllParams,
  Client,
  ClientBase,
  MethodFunctions,
  OperationFunctions,
  OperationOptions,
  OperationResult,
  Prefixes,
  SimplifiedFunctions,
  SubmissionFunctions,
  WithOptions,
} from "./client.ts";
export * from "./create_client.ts";
