import type { Segment } from "../../../chains/mod.ts";
import type { Address } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";
import { traitsOf } from "./chain_rules.ts";
import { type ValidatorState, VALIDATOR, VALIDATORS } from "./state_kinds.ts";
import type { WorkingState } from "./working_state.ts";

/** State keys of every validator, as far as `known` tells them. */
export function validatorKeys(known: WorkingState): string[] {
  const addresses = known.get(VALIDATORS)?.addresses ?? [];
  return [VALIDATORS.key(), ...addresses.map((address) => VALIDATOR.key(address))];
}

/** Every validator with its address, in the order of the addresses. Reads the keys of `validatorKeys`. */
export function validatorsOf(state: WorkingState): [Address, ValidatorState][] {
  const addresses = state.get(VALIDATORS)?.addresses ?? [];
  return addresses.flatMap((address) => {
    const validator = state.get(VALIDATOR, address);
    return validator ? [[address, validator] as [Address, ValidatorState]] : [];
  });
}

interface ChooseValidatorOptions {
  readonly segment: Segment;
  readonly seed: number;
  readonly height: number;
  /** Every validator with its address, in the order of the addresses. */
  readonly validators: readonly (readonly [Address, ValidatorState])[];
}

/** A turn at a height, and the validator whose turn it is. */
interface TurnOptions extends Omit<ChooseValidatorOptions, "validators"> {
  readonly address: Address;
  readonly validator: ValidatorState;
}

/**
 * The validator that produces the block of a height, by seed and height alone: the first one drawn that does not miss
 * its turn. Where all miss it, the one drawn last is there after all.
 *
 * @throws {RangeError} If no validator is active.
 */
export function chooseValidator(options: ChooseValidatorOptions): Address {
  const byAddress = new Map(options.validators);
  let last: Address | undefined;
  for (const address of drawTurns(options)) {
    const validator = byAddress.get(address);
    if (validator && takesTurn({ ...options, address, validator })) return address;
    last = address;
  }
  if (last !== undefined) return last;
  throw new RangeError(`Cannot choose a validator: none of ${options.validators.length} is active`);
}

/**
 * The validators of a height's block, asked in this order until one is there. Active validators of delta are drawn in
 * proportion to their own and delegated stake, block producers of alpha equally often, each once. Active validators
 * that all lost their stakes are drawn equally often too, so that no transaction can end a chain.
 */
export function* drawTurns(options: ChooseValidatorOptions): Generator<Address, void> {
  const { segment, seed, height, validators } = options;
  const active = validators.filter(([, { status }]) => status === "active");
  const byStake = active
    .map(([address, validator]) => [address, weigh(segment, validator)] as const)
    .filter(([, weight]) => weight > 0n);
  let weighted = byStake.length > 0 ? byStake : active.map(([address]) => [address, 1n] as const);
  for (let round = 0; weighted.length > 0; round++) {
    const tag = JSON.stringify(["alphadelta turn", segment, seed, height, round]);
    const drawn = draw(weighted, BigInt(sha256Hex(tag)));
    yield drawn;
    weighted = weighted.filter(([address]) => address !== drawn);
  }
}

/** Tells whether a validator is there for a turn: by seed, as often as its reliability says; always without stakes. */
export function takesTurn({ segment, seed, height, address, validator }: TurnOptions): boolean {
  if (!traitsOf(segment).isStaked) return true;
  const tag = JSON.stringify(["alphadelta presence", segment, seed, height, address]);
  return Number(BigInt(sha256Hex(tag)) % 1_000n) < validator.reliability;
}

function draw(weighted: readonly (readonly [Address, bigint])[], number: bigint): Address {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0n);
  let rest = number % total;
  for (const [address, weight] of weighted) {
    if (rest < weight) return address;
    rest -= weight;
  }
  throw new Error(`Cannot draw a validator: ${rest} lies beyond the total of ${total}`);
}

function weigh(segment: Segment, { stake, delegatedStake }: ValidatorState): bigint {
  return traitsOf(segment).isStaked ? stake + delegatedStake : 1n;
}
