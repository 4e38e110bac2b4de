import {
  DEV_METHOD_VALIDATORS,
  DEV_METHODS,
  type ServiceDevMethods,
} from "../../../generated/service/dev_methods.gen.ts";
import { decodeAmount } from "../../../units/mod.ts";
import type { ChainContext } from "../../api/context/mod.ts";
import { readParameters, RpcServiceError } from "../../api/rpc/mod.ts";
import { isRefusal } from "../../chain/ledger/mod.ts";
import type { DevControl } from "./dev_control.ts";

/** Name of a method that controls the devnet. */
type DevMethodName = keyof ServiceDevMethods;

/** Implements one `dev_*` method on validated parameters. */
type DevHandler<Name extends DevMethodName> = (
  params: ServiceDevMethods[Name]["params"],
  control: DevControl,
) => Promise<ServiceDevMethods[Name]["result"]>;

/** A handler for every `dev_*` method of the specs; the type makes each one mandatory. */
export const HANDLERS: { readonly [Name in DevMethodName]: DevHandler<Name> } = {
  dev_mine: ([count], control) => control.mine(count),
  dev_setInterval: async ([seconds], control) => control.setInterval(seconds),
  dev_setTime: ([timestamp], control) => control.setTime(timestamp),
  async dev_fund([address, amount], control) {
    const outcome = await control.fund(address, decodeAmount(amount));
    if (isRefusal(outcome)) throw new RpcServiceError(outcome.code, outcome.reason);
    return outcome;
  },
  dev_snapshot: (_params, control) => control.snapshot(),
  dev_revert: ([snapshot], control) => control.revert(snapshot),
  dev_reorg: ([depth], control) => control.reorganise(depth),
  dev_setFaults: async ([rules], control) => [...control.setFaults(rules)],
};

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
