import type { OperationId, ServiceOperations } from "../../generated/service/operations.gen.ts";
import type { Gateway } from "../gateway/mod.ts";
import type { Rendered } from "../store/mod.ts";

/** Ids of the operations that are on the server of a segment. */
export type SegmentOperationId = {
  [Id in OperationId]: ServiceOperations[Id]["server"] extends "rest" ? Id : never;
}[OperationId];

/** Answers one operation: checked input in, `data` out, as a value or as its JSON text. */
export type OperationHandler<Id extends OperationId> = (
  input: ServiceOperations[Id]["input"],
  gateway: Gateway,
) => Promise<ServiceOperations[Id]["data"] | Rendered>;

/** A handler for each operation named. */
export type OperationHandlers<Id extends OperationId = SegmentOperationId> = {
  readonly [K in Id]: OperationHandler<K>;
};
