import { DEV_METHOD_VALIDATORS, DEV_METHODS } from "../../../generated/service/dev_methods.gen.ts";
import type { ChainContext } from "../../api/context/mod.ts";
import { readParameters, RpcServiceError } from "../../api/rpc/mod.ts";
import type { DevControl } from "./dev_control.ts";
import { type DevHandler, type DevMethodName, HANDLERS } from "./handlers.ts";

/** Returns true for a method that controls the devnet. */
export function isDevMethod(name: string): name is DevMethodName {
  return Object.hasOwn(DEV_METHODS, name);
}

/**
 * Runs a `dev_*` method.
 *
 * @throws {RpcServiceError} If the method does not exist, or its parameters are invalid, also in the chain's current
 * state.
 */
export async function runDevMethod(
  name: string,
  params: unknown,
  selection: ChainContext["selection"],
  control: DevControl,
): Promise<unknown> {
  if (!isDevMethod(name))
    throw new RpcServiceError("MethodNotFound", `No method ${JSON.stringify(name)}`);
  const { [name]: info } = DEV_METHODS;
  const values = readParameters(name, info, DEV_METHOD_VALIDATORS[name], params, selection);
  try {
    return await (HANDLERS[name] as DevHandler<DevMethodName>)(values as never, control);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcServiceError("InvalidParams", error.message);
    throw error;
  }
}
