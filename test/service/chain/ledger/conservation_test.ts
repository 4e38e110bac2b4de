import { expect, test } from "vitest";

import type { Segment } from "../../../../src/chains/mod.ts";
import { devAccounts } from "../../../../src/devnet/mod.ts";
import {
  createGenesis,
  ISSUANCE_PER_BLOCK,
  type PreparedTransaction,
  PROPOSALS,
  validatorsOf,
  SUPPLY,
  TOKEN,
  TOKENS,
} from "../../../../src/service/chain/ledger/mod.ts";
import { IS_WHOLE } from "../../../_suites.ts";
import { TestChain } from "./_fixtures.ts";
import { createRandom, RandomTraffic } from "./_random_traffic.ts";

const BLOCKS = IS_WHOLE ? 2_000 : 600;

interface Run {
  readonly genesis: Parameters<typeof createGenesis>[0];
  readonly chain: TestChain;
  /** Hash of each block above genesis, and the transactions in it. */
  readonly blocks: { readonly hash: string; readonly transactions: PreparedTransaction[] }[];
  readonly seen: ReadonlyMap<string, number>;
}

async function run(segment: Segment, seed: number): Promise<Run> {
  const genesis = { segment, seed: 0, timestamp: 1_000, accounts: 6 };
  const chain = new TestChain(segment, await createGenesis(genesis));
  const owners = (await devAccounts(segment.startsWith("alpha") ? "alpha" : "delta", { count: 6 }))
    .map(({ address }) => address)
    .concat(validatorsOf(chain.state).map(([address]) => address));
  const traffic = new RandomTraffic(chain, owners, createRandom(seed));
  const start = chain.supply();
  const blocks: Run["blocks"] = [];
  const seen = new Map<string, number>();
  const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);
  for (let height = 1; height <= BLOCKS; height++) {
    const candidates = traffic.create();
    const before = new Map(owners.map((owner) => [owner, chain.account(owner).nonce]));
    const { block, executed, changes } = chain.produce(...candidates);
    traffic.follow(changes.map(({ key }) => key));
    const hashes = new Set(executed.map(({ hash }) => hash));
    blocks.push({
      hash: block.hash,
      transactions: candidates.filter(({ hash }) => hashes.has(hash)),
    });
    for (const { type, status } of executed) count(`${type} ${status}`);
    if (candidates.length > executed.length) count("left out");
    check(chain, start, height);
    const nonces = owners.map((owner) => {
      const first = before.get(owner) ?? 0;
      const sent = executed.filter(({ from }) => from === owner).map(({ nonce }) => nonce);
      return { first, sent, next: chain.account(owner).nonce };
    });
    const expected = nonces.map(({ first, sent }) => ({
      first,
      sent: sent.map((_, index) => first + index),
      next: first + sent.length,
    }));
    expect(nonces).toEqual(expected);
  }
  return { genesis, chain, blocks, seen };
}

/** Every unit is somewhere, and there are as many as were declared. */
function check(chain: TestChain, start: bigint, height: number): void {
  const { sums, state } = chain;
  const isDelta = chain.segment.startsWith("delta");
  const issued = isDelta ? ISSUANCE_PER_BLOCK * BigInt(height) : 0n;
  expect(chain.supply()).toBe(start + issued);
  expect(sums.held).toBe(chain.supply());
  if (!isDelta) {
    expect(sums.total("records")).toBe(chain.supply());
    return;
  }
  expect(sums.total("stakes")).toBe(state.get(SUPPLY)?.staked);
  expect(sums.total("validators")).toBe(state.get(SUPPLY)?.staked);
  expect(sums.total("entries")).toBe(sums.total("owed"));
  for (const contract of state.get(TOKENS)?.contracts ?? []) {
    expect(sums.total(`token ${contract}`)).toBe(state.get(TOKEN, contract)?.supply);
  }
}

/** The same blocks from the same transactions, on no state but what each block names. */
async function replay({ genesis, blocks, chain }: Run): Promise<void> {
  const again = new TestChain(genesis.segment, await createGenesis(genesis));
  for (const { hash, transactions } of blocks) {
    const { block } = await again.produceNarrowly(...transactions);
    if (block.hash !== hash) expect.fail(`Block ${block.height} has another hash`);
  }
  expect(again.head.block).toEqual(chain.head.block);
  expect(again.values).toEqual(chain.values);
}

test("Random blocks of delta keep every unit, nonce and total, and replay to the same hashes", async () => {
  const result = await run("delta", 1);
  const kinds = ["transfer", "token_transfer", "delegate", "undelegate", "claim_rewards", "vote"];
  for (const kind of kinds) {
    expect(result.seen.get(`${kind} success`), kind).toBeGreaterThan(BLOCKS / 100);
    expect(result.seen.get(`${kind} failed`), kind).toBeGreaterThan(BLOCKS / 400);
  }
  expect(result.seen.get("propose success")).toBeGreaterThan(BLOCKS / 100);
  expect(result.seen.get("left out")).toBeGreaterThan(BLOCKS / 100);
  const { passed, rejected } = result.chain.state.get(PROPOSALS) ?? { passed: 0, rejected: 0 };
  expect(Math.min(passed, rejected)).toBeGreaterThan(0);
  const statuses = validatorsOf(result.chain.state).map(([, { status }]) => status);
  expect(new Set(statuses).size).toBe(2);
  await replay(result);
}, 30_000);

test("Random blocks of alpha keep every unit, nonce and record, and replay to the same hashes", async () => {
  const result = await run("alpha", 2);
  expect(result.seen.get("transfer success")).toBeGreaterThan(BLOCKS / 2);
  expect(result.seen.get("left out")).toBeGreaterThan(BLOCKS / 20);
  await replay(result);
}, 30_000);
