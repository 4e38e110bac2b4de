import type {
  OperationId,
  ServiceOperations,
} from "../../../../generated/service/operations.gen.ts";
import type { ChainContext } from "../../context/mod.ts";
import type { Rendered } from "../../../chain/store/mod.ts";
import type { KeyRequestContext } from "./keys.ts";

/** Ids of the operations on servers of a scope: of each segment, or of the host as a whole. */
type OperationIdOf<Scope extends "segment" | "host"> = {
  [Id in OperationId]: ServiceOperations[Id]["scope"] extends Scope ? Id : never;
}[OperationId];

/** Ids of the operations that each segment has. */
export type SegmentOperationId = OperationIdOf<"segment">;

/** Ids of the operations that the host has as a whole. */
export type HostOperationId = OperationIdOf<"host">;

/** Implements one operation: takes validated input, returns `data` as a value or as its JSON. */
type OperationHandler<Id extends OperationId, Context = ChainContext> = (
  input: ServiceOperations[Id]["input"],
  context: Context,
) => Promise<ServiceOperations[Id]["data"] | Rendered>;

/** A handler for each of these segment operations. */
export type OperationHandlers<Id extends OperationId = SegmentOperationId> = {
  readonly [K in Id]: OperationHandler<K>;
};

/** A handler for each operation of the host. */
export type HostHandlers = {
  readonly [K in HostOperationId]: OperationHandler<K, KeyRequestContext>;
};
