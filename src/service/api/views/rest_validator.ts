import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Validator } from "../../chain/ledger/mod.ts";

/** A validator, as REST shows it. */
export function restValidator(address: string, validator: Validator): Wire.Validator {
  const { name, stake, delegatedStake, commission, uptime, status } = validator;
  return {
    address,
    name,
    stake: stake.toString(),
    delegatedStake: delegatedStake.toString(),
    commission,
    uptime,
    status,
  };
}
