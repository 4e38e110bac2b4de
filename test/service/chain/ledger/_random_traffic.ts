import { type Segment, SEGMENTS } from "../../../../src/chains/mod.ts";
import {
  encodeTransaction,
  GAS_PRICE_FLOOR,
  type SignedTransaction,
} from "../../../../src/devnet/internal.ts";
import { feeOf } from "../../../../src/devnet/mod.ts";
import { sha256Hex } from "../../../../src/service/crypto.ts";
import {
  type PreparedTransaction,
  validatorsOf,
  SERIAL_NUMBER,
  STAKE,
  TOKENS,
} from "../../../../src/service/chain/ledger/mod.ts";
import type { TestChain } from "./_fixtures.ts";

/** A whole number from 0 to `limit` - 1. */
export type Random = (limit: number) => number;

type Payload = Readonly<Record<string, unknown>> & { readonly type: string };

/** Numbers that follow from a seed alone (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Random transactions for the next block of a chain: good ones, some that fail, some that cannot be in a block. */
export class RandomTraffic {
  readonly #chain: TestChain;
  readonly #accounts: readonly string[];
  readonly #random: Random;
  readonly #serials = new Map<string, string[]>();

  constructor(chain: TestChain, accounts: readonly string[], random: Random) {
    this.#chain = chain;
    this.#accounts = accounts;
    this.#random = random;
    for (const key of chain.values.keys()) {
      if (!key.startsWith("serial:")) continue;
      const id = key.slice("serial:".length);
      const owner = chain.state.get(SERIAL_NUMBER, id)?.owner ?? "";
      this.#serials.set(owner, [...(this.#serials.get(owner) ?? []), id]);
    }
  }

  /** Notes the records that a block created. */
  follow(changedKeys: readonly string[]): void {
    for (const key of changedKeys.filter((one) => one.startsWith("serial:"))) {
      const id = key.slice("serial:".length);
      const owner = this.#chain.state.get(SERIAL_NUMBER, id)?.owner ?? "";
      const known = this.#serials.get(owner) ?? [];
      if (!known.includes(id)) this.#serials.set(owner, [...known, id].slice(-12));
    }
  }

  create(): PreparedTransaction[] {
    const used = new Map<string, number>();
    return Array.from({ length: this.#random(6) }, () => {
      const from = this.#pick(this.#accounts);
      const next = used.get(from) ?? this.#chain.account(from).nonce;
      const isOff = this.#random(25) === 0;
      if (!isOff) used.set(from, next + 1);
      const nonce = isOff ? Math.max(0, next + this.#random(3) - 1) : next;
      const gasPrice = GAS_PRICE_FLOOR * BigInt(1 + this.#random(3));
      const { chain } = SEGMENTS[this.#chain.segment];
      const payload = chain === "delta" ? this.#onDelta(from) : this.#onAlpha(from, gasPrice);
      return prepare(this.#chain.segment, { from, nonce, gasPrice, ...payload });
    });
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#random(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }

  /** An amount from nothing to somewhat more than `most`. */
  #amount(most: bigint): bigint {
    if (this.#random(12) === 0) return most + 1n;
    return (most * BigInt(this.#random(1_000))) / 4_000n;
  }

  #onDelta(from: string): Payload {
    const { state } = this.#chain;
    const { balance } = this.#chain.account(from);
    const staked = state.get(STAKE, from);
    const validator =
      staked?.validator && this.#random(6) > 0
        ? staked.validator
        : this.#pick([...validatorsOf(state).map(([address]) => address), from]);
    const kinds: (() => Payload)[] = [
      () => ({ type: "transfer", to: this.#pick(this.#accounts), value: this.#amount(balance) }),
      () => ({
        type: "token_transfer",
        contract: this.#pick([...(state.get(TOKENS)?.contracts ?? []), from]),
        to: this.#pick(this.#accounts),
        value: this.#amount(10n ** 12n),
      }),
      () => ({ type: "delegate", validator, value: this.#amount(balance) + 1n }),
      () => ({ type: "undelegate", value: this.#amount(staked?.amount ?? 0n) + 1n }),
      () => ({ type: "undelegate", value: (staked?.amount ?? 0n) + BigInt(this.#random(2)) || 1n }),
      () => ({ type: "claim_rewards" }),
      () => ({ type: "vote", proposal: this.#random(80), choice: this.#choice() }),
      () => ({ type: "vote", proposal: this.#random(80), choice: this.#choice() }),
      () => ({ type: "propose", title: "T", description: "D".repeat(this.#random(9)) }),
    ];
    return this.#pick(kinds)();
  }

  #choice(): string {
    return this.#pick(["for", "for", "against", "abstain"]);
  }

  #onAlpha(from: string, gasPrice: bigint): Payload {
    const owner = this.#random(15) === 0 ? this.#pick(this.#accounts) : from;
    const own = this.#serials.get(owner) ?? [];
    const count = Math.min(own.length, 1 + this.#random(4));
    const chosen = Array.from({ length: count }, () => this.#pick(own));
    const serialNumbers = [
      ...new Set([...chosen, ...(count === 0 ? [`0x${"ab".repeat(32)}`] : [])]),
    ];
    const records = serialNumbers.map((one) => this.#chain.state.get(SERIAL_NUMBER, one));
    const held = records.reduce((sum, record) => sum + (record?.value ?? 0n), 0n);
    const type = "transfer";
    const outputs = Array.from({ length: 1 + this.#random(3) }, () => ({
      to: this.#pick(this.#accounts),
      value: this.#amount(held) / 4n + 1n,
    }));
    const draft = { type, serialNumbers, outputs, gasPrice } as const;
    const others = outputs.slice(1).reduce((sum, { value }) => sum + value, 0n);
    const off = this.#random(20) === 0 ? 1n : 0n;
    const rest = held - others - feeOf("alpha", draft) + off;
    const first = { to: outputs[0]?.to ?? from, value: rest > 0n ? rest : 1n };
    return { type, serialNumbers, outputs: [first, ...outputs.slice(1)] };
  }
}

/** Prepares a transaction whose key and signature are empty: the ledger leaves both to who reads submitted bytes. */
export function prepare(
  segment: Segment,
  fields: Payload & { readonly from: string; readonly nonce: number; readonly gasPrice: bigint },
): PreparedTransaction {
  const { chain, network } = SEGMENTS[segment];
  const body = {
    ...fields,
    chain,
    network,
    gasLimit: 1_000_000n,
    publicKey: `0x${"00".repeat(32)}`,
    signature: `0x${"00".repeat(64)}`,
  } as unknown as SignedTransaction;
  const raw = encodeTransaction(body);
  return { hash: sha256Hex(raw), raw, body };
}
