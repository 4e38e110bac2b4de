import { type Chain, type Network, type Segment, SEGMENTS } from "../../src/chains/mod.ts";
import { payFrom } from "../../src/devnet/internal.ts";
import {
  type AlphaDevAccount,
  type DevAccount,
  devAccounts,
  type GasInput,
  signTransaction,
  type TransactionOf,
} from "../../src/devnet/mod.ts";
import { KEYLESS_TIER } from "../../src/generated/tiers.gen.ts";
import {
  createWorkingState,
  NATIVE_TOKEN,
  PROPOSALS,
  TOKENS,
  validatorAccounts,
} from "../../src/service/chain/ledger/mod.ts";
import type { Store } from "../../src/service/chain/store/mod.ts";
import { sha256 } from "../../src/service/crypto.ts";
import type { Devnet } from "../../src/service/devnet/producer/mod.ts";
import { openService } from "../../src/service/internal.ts";
import type { Service, ServiceOptions } from "../../src/service/mod.ts";
import { type Address, type Hex, parseHex, toUnixSeconds } from "../../src/units/mod.ts";

const TIME: number = Date.UTC(2026, 0, 1);

/** The options that make the chain of the examples. */
const EXAMPLE_CHAIN = {
  seed: 0,
  history: 40,
  blockTime: 2,
  clock: () => TIME,
  mode: "manual",
  traffic: false,
} as const satisfies ServiceOptions;

/** Opens a service on the chain that the examples of the specs are taken from; its clock stands still. */
export function createExampleService(
  options: Omit<ServiceOptions, keyof typeof EXAMPLE_CHAIN | "data" | "store" | "upstream"> = {},
): Promise<Service> {
  return openService(
    { keylessTier: KEYLESS_TIER, ...options, ...EXAMPLE_CHAIN },
    // Constant, so that cursors are reproducible.
    { epoch: "1", secretOf, play },
  );
}

/** The 32 bytes of the API key that it issues to an email; anyone can derive them, so they protect nothing. */
function secretOf(email: string): Uint8Array {
  return sha256(JSON.stringify(["alphadelta example key", email]));
}

/**
 * Adds the events that the examples show to a segment's history: transfers, one of them failed; on delta a partly
 * unbonding stake and a proposal with a vote; a reorganisation; and a transaction that stays pending.
 *
 * The event log begins with them; the reorganisation and its consequences are the last events.
 */
async function play(devnet: Devnet, store: Store, segment: Segment): Promise<void> {
  const { chain, network } = SEGMENTS[segment];
  const stage = new Stage(devnet);
  if (chain === "alpha") await playAlpha(stage, network);
  else await playDelta(stage, { network, ...(await readCast(store, segment)) });
}

/** Objects of the delta examples, besides accounts. */
interface Cast {
  readonly validator: Address;
  /** Contract of a token. */
  readonly contract: Address;
  /** The id that the next proposal gets. */
  readonly proposal: number;
}

async function readCast(store: Store, segment: Segment): Promise<Cast> {
  const keys = [TOKENS.key(), PROPOSALS.key()];
  const state = createWorkingState(keys, (await store.readState(keys)).values);
  const [validator] = validatorAccounts(segment, EXAMPLE_CHAIN.seed);
  return {
    validator: validator?.address ?? "",
    contract: state.get(TOKENS)?.contracts[0] ?? "",
    proposal: (state.get(PROPOSALS)?.total ?? 0) + 1,
  };
}

async function playDelta(
  stage: Stage,
  { network, validator, contract, proposal }: Cast & { readonly network: Network },
): Promise<void> {
  const { seed } = EXAMPLE_CHAIN;
  const [alice, bob, carol] = await devAccounts("delta", { network, seed, count: 3 });
  if (!alice || !bob || !carol) return;
  await stage.submit(alice, { type: "delegate", validator, value: 120n * NATIVE_TOKEN });
  await stage.submit(carol, { type: "delegate", validator, value: 50n * NATIVE_TOKEN });
  await stage.submit(bob, { type: "transfer", to: alice.address, value: 40n * NATIVE_TOKEN });
  await stage.produce();
  const title = "Raise the gas limit of a block";
  const description = "Raises what a block may use from 30 to 45 million gas units.";
  await stage.submit(alice, { type: "propose", title, description });
  await stage.submit(carol, { type: "token_transfer", contract, to: alice.address, value: 1_500n });
  await stage.produce();
  await stage.submit(alice, { type: "undelegate", value: 20n * NATIVE_TOKEN });
  // More than the token's supply: the transaction is valid but fails when it runs.
  await stage.submit(bob, {
    type: "token_transfer",
    contract,
    to: alice.address,
    value: 10n ** 36n,
  });
  await stage.produce();
  await stage.produce();
  const pending = await stage.submit(bob, {
    type: "transfer",
    to: alice.address,
    value: (12n * NATIVE_TOKEN) / 10n,
  });
  await stage.submit(alice, {
    type: "transfer",
    to: bob.address,
    value: (25n * NATIVE_TOKEN) / 10n,
  });
  await stage.submit(carol, { type: "vote", proposal, choice: "for" });
  await stage.submit(carol, { type: "delegate", validator, value: 80n * NATIVE_TOKEN });
  await stage.reorganise(pending);
}

async function playAlpha(stage: Stage, network: Network): Promise<void> {
  const { seed } = EXAMPLE_CHAIN;
  const [alice, bob] = await devAccounts("alpha", { network, seed, count: 2 });
  if (!alice || !bob) return;
  await stage.submit(bob, payment(bob, 0, alice, 40n * NATIVE_TOKEN));
  await stage.produce();
  await stage.produce();
  const pending = await stage.submit(bob, payment(bob, 1, alice, (12n * NATIVE_TOKEN) / 10n));
  await stage.submit(alice, payment(alice, 0, bob, 4n * NATIVE_TOKEN));
  await stage.reorganise(pending);
}

/** Pays from one of the genesis records and returns the change to the sender. */
function payment(
  from: AlphaDevAccount,
  index: number,
  to: AlphaDevAccount,
  value: bigint,
): GasInput<"alpha"> {
  const records = from.records.slice(index, index + 1);
  const paid = payFrom(records, { from: from.address, to: to.address, value });
  if (!paid) throw new Error("Cannot play the examples: no record is worth that much");
  return paid;
}

/** Submits transactions on a segment and produces blocks, each a block time after the last. */
class Stage {
  readonly #devnet: Devnet;
  #time = toUnixSeconds(new Date(EXAMPLE_CHAIN.clock()));

  constructor(devnet: Devnet) {
    this.#devnet = devnet;
  }

  async submit<C extends Chain>(account: DevAccount<C>, draft: GasInput<C>): Promise<Hex> {
    const nonce = await this.#devnet.nextNonce(account.address);
    const transaction = { ...draft, nonce } as unknown as TransactionOf[C];
    const { signedTx } = await signTransaction(account, transaction);
    const outcome = await this.#devnet.submit(parseHex(signedTx));
    if ("txHash" in outcome) return outcome.txHash;
    throw new Error(`Cannot play the examples: ${outcome.reason}`);
  }

  async produce(): Promise<void> {
    await this.#advance();
    await this.#devnet.produceBlock();
  }

  /** Replaces the newest block with two, the first with all pending transactions except `leftOut`. */
  async reorganise(leftOut: Hex): Promise<void> {
    await this.#advance();
    await this.#devnet.reorganise(1, { leaveOut: [leftOut] });
  }

  async #advance(): Promise<void> {
    this.#time = await this.#devnet.setTime(this.#time + EXAMPLE_CHAIN.blockTime);
  }
}
