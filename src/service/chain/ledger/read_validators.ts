import type { Address } from "../../../units/mod.ts";
import { type Validator, VALIDATOR, VALIDATORS } from "./state_kinds.ts";
import type { WorkingState } from "./working_state.ts";

/** State keys of every validator, as far as `known` tells them. */
export function validatorKeys(known: WorkingState): string[] {
  const addresses = known.get(VALIDATORS)?.addresses ?? [];
  return [VALIDATORS.key(), ...addresses.map((address) => VALIDATOR.key(address))];
}

/** Every validator with its address, in the order of the addresses. Reads the keys of `validatorKeys`. */
export function readValidators(state: WorkingState): [Address, Validator][] {
  const addresses = state.get(VALIDATORS)?.addresses ?? [];
  return addresses.flatMap((address) => {
    const validator = state.get(VALIDATOR, address);
    return validator ? [[address, validator] as [Address, Validator]] : [];
  });
}
