import type { Address } from "../../../units/mod.ts";
import {
  readValidators as readAll,
  type Validator,
  validatorKeys,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { readValues } from "./read_values.ts";

/** A validator under its address. */
export type ValidatorEntry = readonly [Address, Validator];

/** Every validator at the head by stake, highest first, then by address. */
export async function readValidators(store: Store): Promise<ValidatorEntry[]> {
  const { state } = await readValues(store, validatorKeys);
  return readAll(state).toSorted(byStake);
}

function byStake(
  [a, { stake: stakeA }]: ValidatorEntry,
  [b, { stake: stakeB }]: ValidatorEntry,
): number {
  if (stakeA !== stakeB) return stakeA > stakeB ? -1 : 1;
  return a < b ? -1 : 1;
}
