import type { ChainSelection } from "../../src/chains/mod.ts";
import { RPC_ERRORS } from "../../src/generated/errors.gen.ts";
import { DEV_METHODS, SOCKET_METHODS } from "../../src/generated/service/methods.gen.ts";
import type { MethodInfo } from "../../src/tables.ts";
import { isAddress } from "../../src/units/mod.ts";
import type { Contract } from "./contract.ts";

/** A call to a method that the chain has, and what was answered. */
export interface ComparedCall {
  readonly selection: ChainSelection;
  readonly method: string;
  readonly info: MethodInfo;
  readonly request: Readonly<Record<string, unknown>>;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly contract: Contract;
}

type Blind = (call: ComparedCall, params: readonly unknown[]) => boolean;

/**
 * What is refused as invalid parameters although schemas of single parameters, which is all that the second opinion
 * has, accept it. Everything else must agree.
 */
const BLIND_SPOTS: Readonly<Record<string, Blind>> = {
  "more parameters than the method has": ({ info }, params) =>
    params.length > info.parameters.length,
  "an address of the other chain, or with a wrong checksum": ({ info, selection }, params) =>
    info.parameters.some(
      ({ format }, index) =>
        format === "address" &&
        !isAddress(String(params[index]), selection.addressPrefix.slice(0, -1)),
    ),
  "what the devnet cannot do as it stands": ({ method, reply }) => {
    const { data } = reply["error"] as { readonly data?: string };
    return Object.hasOwn(DEV_METHODS, method) && data?.startsWith("Cannot ") === true;
  },
  "a topic of the other chain, what filters another topic alone, or a list with an address twice":
    ({ method, reply }) => {
      const { data } = reply["error"] as { readonly data?: string };
      return method === "chain_subscribe" && /^(?:topic|filter\.[\w.]+) must be/.test(data ?? "");
    },
  "a change that the addresses of the subscription exclude": ({ method, reply }) => {
    const { data } = reply["error"] as { readonly data?: string };
    const shown = /^(?:subscription must be one|change\.(?:add|remove)\.\d+ must be an address)/;
    return method === "chain_updateSubscription" && shown.test(data ?? "");
  },
  "a height above the newest block": ({ method }, [, height]) =>
    method === "account_getBalance" && height !== undefined && height !== "latest",
};

/** Tells where the service and an independent reading of `openrpc.json` differ on whether parameters are valid. */
export function comparesParameters(call: ComparedCall): string[] {
  const { contract, method, request, reply } = call;
  const error = reply["error"] as { readonly code: number } | undefined;
  // Where devnet control, or a method of WebSocket, is not offered, nobody looks at its parameters.
  const isElsewhere = Object.hasOwn(DEV_METHODS, method) || Object.hasOwn(SOCKET_METHODS, method);
  if (isElsewhere && error?.code === RPC_ERRORS.MethodNotFound.code) return [];
  const isRefused = error?.code === RPC_ERRORS.InvalidParams.code;
  const params = request["params"] ?? [];
  // Parameters by name are no array and never reach the schemas.
  if (!Array.isArray(params)) {
    return isRefused || error?.code === RPC_ERRORS.InvalidRequest.code
      ? []
      : ["parameters that are no array must be refused"];
  }
  const isTaken = contract.takesParameters(method, params);
  if (!isTaken && !isRefused) return [`schema-utils-js refuses the parameters of ${method}`];
  if (!isTaken || !isRefused) return [];
  const isBlind = Object.values(BLIND_SPOTS).some((blind) => blind(call, params));
  return isBlind ? [] : [`schema-utils-js takes the parameters of ${method}`];
}
