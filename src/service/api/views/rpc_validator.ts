import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Validator } from "../../chain/ledger/mod.ts";
import { restValidator } from "./rest_validator.ts";

/** A validator, as JSON-RPC shows it. */
export function rpcValidator(address: string, validator: Validator): Wire.RpcValidator {
  const { name: _, ...shown } = restValidator(address, validator);
  return shown;
}
