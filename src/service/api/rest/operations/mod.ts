/**
 * One handler per operation, a file per tag of the specs.
 *
 * @module
 */
export * from "./handlers.ts";
export type { KeyRequestContext } from "./keys.ts";
export type { HostOperationId, SegmentOperationId } from "./operation_handlers.ts";
