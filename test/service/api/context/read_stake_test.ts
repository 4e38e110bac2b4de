import { afterAll, beforeAll, expect, test } from "vitest";

import { GAS_PRICE_FLOOR } from "../../../../src/devnet/internal.ts";
import { readStake, readTokens } from "../../../../src/service/api/context/mod.ts";
import {
  ACCOUNT,
  STAKE,
  TOKENS,
  UNBONDING_BLOCKS,
  VALIDATOR,
} from "../../../../src/service/chain/ledger/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { devPair, TestChain } from "../../chain/ledger/_fixtures.ts";
import { prepare } from "../../chain/ledger/_random_traffic.ts";
import { RENDER } from "../../chain/store/_blocks.ts";

const BLOCK_TIME = 3;

let chain: TestChain;
let store: Store;
let alice: string;
let bob: string;

beforeAll(async () => {
  chain = await TestChain.open("delta");
  store = openSqliteStore({ render: RENDER });
  await store.apply([chain.head]);
  const pair = await devPair("delta");
  alice = pair.alice.address;
  bob = pair.bob.address;
});

afterAll(() => store.close());

async function run(
  from: string,
  payload: Readonly<Record<string, unknown>> & { readonly type: string },
): Promise<void> {
  const { nonce } = chain.account(from);
  const transaction = prepare("delta", { from, nonce, gasPrice: GAS_PRICE_FLOOR, ...payload });
  await store.apply([chain.produce(transaction)]);
}

test("readStake() gives zeros for an account that never staked", async () => {
  expect(await readStake(store, bob, BLOCK_TIME)).toMatchObject({
    validator: null,
    amount: 0n,
    rewards: 0n,
    unbonding: 0n,
    unbondingTime: null,
  });
});

test("readStake() counts rewards up to the head, and tells when what was taken out is paid", async () => {
  const { validator } = chain;
  await run(alice, { type: "delegate", validator, value: 1_000n * 10n ** 18n });
  for (let more = 0; more < 40; more++) await store.apply([chain.produce()]);
  const earning = await readStake(store, alice, BLOCK_TIME);
  expect(earning).toMatchObject({ validator, amount: 1_000n * 10n ** 18n, unbondingTime: null });
  expect(earning.rewards > 0n).toBe(true);
  const before = chain.account(alice).balance;
  await run(alice, { type: "claim_rewards" });
  const fee = 50_000n * GAS_PRICE_FLOOR;
  expect(chain.account(alice).balance).toBe(before + earning.rewards - fee);
  await run(alice, { type: "undelegate", value: 5n });
  const { timestamp } = chain.head.block;
  const left = await readStake(store, alice, BLOCK_TIME);
  expect(left).toMatchObject({ unbonding: 5n, unbondingTime: timestamp + UNBONDING_BLOCKS * 3 });
});

test("Stakes, balances and validators stand as they were at every past height", async () => {
  const { validator } = chain;
  const keys = [STAKE.key(bob), ACCOUNT.key(bob), VALIDATOR.key(validator)];
  const seen = new Map<number, (string | undefined)[]>();
  for (let more = 0; more < 8; more++) {
    await run(bob, { type: "delegate", validator, value: 7n });
    seen.set(
      chain.head.block.height,
      keys.map((key) => chain.values.get(key)),
    );
  }
  expect(new Set([...seen.values()].map((values) => values[0])).size).toBe(8);
  for (const [height, values] of seen) {
    const reading = await store.readState(keys, height);
    expect(keys.map((key) => reading.values.get(key))).toEqual(values);
  }
});

test("readTokens() leaves out tokens that an account has none of", async () => {
  const [gold = "", silver = ""] = chain.state.get(TOKENS)?.contracts ?? [];
  const held = await readTokens(store, alice);
  expect(held.map(({ symbol, contract }) => [symbol, contract])).toEqual([
    ["GLD", gold],
    ["SLV", silver],
  ]);
  const value = held[0]?.balance;
  await run(alice, { type: "token_transfer", contract: gold, to: silver, value });
  expect((await readTokens(store, alice)).map(({ symbol }) => symbol)).toEqual(["SLV"]);
  expect(await readTokens(store, silver)).toMatchObject([{ symbol: "GLD", balance: value }]);
});
