import type { ServiceMethods } from "../../../../generated/service/methods.gen.ts";
import type { ChainContext } from "../../context/mod.ts";

/** Name of a JSON-RPC method. */
export type MethodName = keyof ServiceMethods;

/** Implements one method on validated parameters. */
export type MethodHandler<Name extends MethodName> = (
  params: ServiceMethods[Name]["params"],
  context: ChainContext,
) => Promise<ServiceMethods[Name]["result"]>;

/** A handler for each of these methods. */
export type MethodHandlers<Name extends MethodName = MethodName> = {
  readonly [K in Name]: MethodHandler<K>;
};
