import type { Address } from "../../units/mod.ts";
import { type Validator, VALIDATOR, VALIDATORS } from "../ledger/mod.ts";
import type { Store } from "../store/mod.ts";

/** A validator under its address. */
export type ValidatorEntry = readonly [Address, Validator];

/** Every validator at the head by stake, highest first, then by address. */
export async function readValidators(store: Store): Promise<ValidatorEntry[]> {
  const list = await store.readState([VALIDATORS.key()]);
  const text = list.values.get(VALIDATORS.key());
  const addresses = text === undefined ? [] : VALIDATORS.decode(text).addresses;
  const { values } = await store.readState(
    addresses.map((address) => VALIDATOR.key(address)),
    list.height,
  );
  const entries = addresses.flatMap((address): ValidatorEntry[] => {
    const value = values.get(VALIDATOR.key(address));
    return value === undefined ? [] : [[address, VALIDATOR.decode(value)]];
  });
  return entries.toSorted(byStake);
}

function byStake(
  [a, { stake: stakeA }]: ValidatorEntry,
  [b, { stake: stakeB }]: ValidatorEntry,
): number {
  if (stakeA !== stakeB) return stakeA > stakeB ? -1 : 1;
  return a < b ? -1 : 1;
}
