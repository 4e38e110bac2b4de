import type { Address } from "../../units/mod.ts";
import { type Validator, VALIDATOR, VALIDATORS } from "./state_kinds.ts";
import type { WorkingState } from "./working_state.ts";

/** Every validator with its address, in the order of the addresses. Reads `validators` and each `validator:<address>`. */
export function readValidators(state: WorkingState): [Address, Validator][] {
  const addresses = state.get(VALIDATORS)?.addresses ?? [];
  return addresses.flatMap((address) => {
    const validator = state.get(VALIDATOR, address);
    return validator ? [[address, validator] as [Address, Validator]] : [];
  });
}
