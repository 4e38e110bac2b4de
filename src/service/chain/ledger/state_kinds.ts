import type { Segment } from "../../../chains/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";

/** One kind of value in the state: how its keys and texts are made. */
export interface StateKind<T> {
  /** The key of an id; kinds of which there is one value take none. */
  key(id?: string): string;
  encode(value: T): string;
  decode(text: string): T;
}

/** Balance and nonce of an account. On alpha the balance is the sum of the account's unspent records. */
export interface Account {
  readonly balance: Amount;
  /** Transactions of the account in blocks. */
  readonly nonce: number;
}

/** A validator of delta or a block producer of alpha, whose stakes are zero. */
export interface ValidatorState {
  readonly name: string;
  /** Its own stake, in base units. */
  readonly stake: Amount;
  /** Stake delegated to it by others, in base units. */
  readonly delegatedStake: Amount;
  /** Part of the rewards it keeps, from 0 to 1. */
  readonly commission: number;
  /** Part of its latest turns that it took, from 0 to 1. */
  readonly uptime: number;
  readonly status: "active" | "inactive";
  /** Its last turns, oldest first: 1 for one it took, 0 for one it missed. */
  readonly turns: string;
  /** Turns of a thousand that it takes: the outages of a devnet. */
  readonly reliability: number;
  /** Rewards that one base unit of stake with it has earned since genesis, times `REWARD_SCALE`. */
  readonly rewardPerStake: Amount;
  /** Rewards of its stakers that are not yet counted to any of them, in base units. */
  readonly rewardPool: Amount;
}

/** The inputs of a chain's first block, besides its time: enough to make it again. */
export interface GenesisState {
  readonly segment: Segment;
  readonly seed: number;
  /** Dev accounts that were funded. */
  readonly accounts: number;
}

/** The chain's supply, in base units. */
export interface Supply {
  readonly total: Amount;
  /** The part of the total that is staked. */
  readonly staked: Amount;
}

interface RecordState {
  /** Transaction that created it; null for records of genesis and for the fees of a block. */
  readonly transactionHash: Hex | null;
  /** Height of the block that created it. */
  readonly height: number;
  /** Position among the records of its creator. */
  readonly index: number;
  readonly value: Amount;
  readonly owner: Address;
}

/** The record that a serial number of alpha belongs to. */
export interface SerialNumberState {
  readonly commitment: Hex;
  readonly value: Amount;
  readonly owner: Address;
  /** Height of the block that spent the record; null while it is unspent. */
  readonly spentAt: number | null;
}

/** `account:<address>`: every account of either chain. */
export const ACCOUNT: StateKind<Account> = stateKind("account", ["balance"]);

/** An account for an answer, its balance in decimal digits. */
interface ShownAccount {
  readonly balance: string;
  readonly nonce: number;
}

const NO_ACCOUNT: ShownAccount = { balance: "0", nonce: 0 };

/** The account of a text for an answer, without reading its amount; zeros without a text. */
export function showAccount(text: string | undefined): ShownAccount {
  return text === undefined ? NO_ACCOUNT : (JSON.parse(text) as ShownAccount);
}

/** `validator:<address>`: every validator, active or not. */
export const VALIDATOR: StateKind<ValidatorState> = stateKind("validator", [
  "stake",
  "delegatedStake",
  "rewardPerStake",
  "rewardPool",
]);

/** `validators`: the addresses of all validators, sorted. */
export const VALIDATORS: StateKind<{ readonly addresses: readonly Address[] }> = stateKind(
  "validators",
  [],
);

/** `genesis`: the inputs of the chain, set once at height 0. */
export const GENESIS: StateKind<GenesisState> = stateKind("genesis", []);

/** `supply`: the chain's supply. */
export const SUPPLY: StateKind<Supply> = stateKind("supply", ["total", "staked"]);

/** `record:<commitment>`: every record of alpha, spent ones included. */
export const RECORD: StateKind<RecordState> = stateKind("record", ["value"]);

/** `serial:<serial number>`: the serial number of every record of alpha. */
export const SERIAL_NUMBER: StateKind<SerialNumberState> = stateKind("serial", ["value"]);

/** A kind whose values are objects that JSON holds, but for the named amounts, which it holds as decimal strings. */
export function stateKind<T extends object>(
  name: string,
  amounts: readonly (keyof T & string)[],
): StateKind<T> {
  return {
    key: (id) => (id === undefined ? name : `${name}:${id}`),
    encode(value) {
      const plain: Partial<Record<string, unknown>> = Object.assign({}, value);
      for (const field of amounts) plain[field] = String(value[field]);
      return JSON.stringify(plain);
    },
    decode(text) {
      const parsed = JSON.parse(text) as Record<string, unknown>;
      for (const field of amounts) parsed[field] = BigInt(String(parsed[field]));
      return parsed as T;
    },
  };
}
