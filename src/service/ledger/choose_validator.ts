import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import type { Address } from "../../units/mod.ts";
import { sha256Hex } from "../crypto.ts";
import type { Validator } from "./state_kinds.ts";

/** Whose turn is asked for. */
export interface ChooseValidatorOptions {
  readonly segment: Segment;
  readonly seed: number;
  readonly height: number;
  /** Every validator with its address, in the order of the addresses. */
  readonly validators: readonly (readonly [Address, Validator])[];
}

/**
 * The validator whose turn a height is, by seed and height alone. Active validators of delta come up in proportion to
 * their own and delegated stake, block producers of alpha equally often.
 *
 * @throws {RangeError} If no active validator has any weight.
 */
export function chooseValidator(options: ChooseValidatorOptions): Address {
  const { segment, seed, height, validators } = options;
  const weighted = validators
    .filter(([, { status }]) => status === "active")
    .map(([address, validator]) => [address, weigh(segment, validator)] as const);
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0n);
  if (total <= 0n) {
    throw new RangeError(`Cannot choose a validator: none of ${validators.length} has a weight`);
  }
  const tag = JSON.stringify(["alphadelta turn", segment, seed, height]);
  let rest = BigInt(sha256Hex(tag)) % total;
  for (const [address, weight] of weighted) {
    if (rest < weight) return address;
    rest -= weight;
  }
  throw new Error(`Cannot choose a validator: ${rest} lies beyond the total of ${total}`);
}

function weigh(segment: Segment, { stake, delegatedStake }: Validator): bigint {
  return SEGMENTS[segment].chain === "alpha" ? 1n : stake + delegatedStake;
}
