import { afterAll, beforeAll, expect, test } from "vitest";

import { GAS_PRICE_FLOOR } from "../../../../src/devnet/internal.ts";
import { readProposals, readValue } from "../../../../src/service/api/context/mod.ts";
import {
  PROPOSAL,
  type ProposalStatus,
  PROPOSALS,
  STAKE,
  VOTING_BLOCKS,
} from "../../../../src/service/chain/ledger/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { devPair, TestChain } from "../../chain/ledger/_fixtures.ts";
import { prepare } from "../../chain/ledger/_random_traffic.ts";
import { RENDER } from "../../chain/store/_blocks.ts";

const STATUSES = ["all", "active", "passed", "rejected"] as const;

let chain: TestChain;
let store: Store;
let alice: string;
let validator: string;
let whale: string;

beforeAll(async () => {
  chain = await TestChain.open("delta");
  store = openSqliteStore({ render: RENDER });
  await store.apply([chain.head]);
  const pair = await devPair("delta");
  alice = pair.alice.address;
  whale = pair.bob.address;
  validator = chain.validator;
  await run(whale, { type: "delegate", validator, value: 900_000n * 10n ** 18n });
  for (let id = 1; id <= 30; id++) {
    await run(alice, { type: "propose", title: `T${id}`, description: `D${id}` });
    if (id % 3 === 0) continue;
    for (const voter of chain.state.get(STAKE, validator) ? [validator, whale] : [whale]) {
      await run(voter, { type: "vote", proposal: id, choice: id % 2 === 0 ? "for" : "against" });
    }
  }
  while (chain.head.block.height < VOTING_BLOCKS + 50) await apply();
});

afterAll(() => store.close());

async function apply(...transactions: ReturnType<typeof prepare>[]): Promise<void> {
  await store.apply([chain.produce(...transactions)]);
}

async function run(
  from: string,
  payload: Readonly<Record<string, unknown>> & { readonly type: string },
): Promise<void> {
  const { nonce } = chain.account(from);
  await apply(prepare("delta", { from, nonce, gasPrice: GAS_PRICE_FLOOR, ...payload }));
}

function idsWith(status: ProposalStatus | "all"): number[] {
  const { total } = chain.state.get(PROPOSALS) ?? { total: 0 };
  return Array.from({ length: total }, (_, index) => total - index).filter(
    (id) => status === "all" || chain.state.get(PROPOSAL, String(id))?.status === status,
  );
}

/** The store, with another way to read the state. */
function reading(readState: Store["readState"]): Store {
  const parts: Pick<Store, "head" | "findBlock" | "readState"> = {
    head: () => store.head(),
    findBlock: (identifier) => store.findBlock(identifier),
    readState,
  };
  return parts as Store;
}

test("readProposals() gives every page of every status as a filter over all of them would", async () => {
  for (const status of STATUSES) {
    const ids = idsWith(status);
    expect(ids.length, status).toBeGreaterThan(3);
    for (const limit of [1, 4, 100]) {
      for (let offset = 0; offset <= ids.length + limit; offset += limit) {
        const page = await readProposals(store, { status, offset, limit });
        expect(page.total).toBe(ids.length);
        expect(page.items.map(([id]) => id)).toEqual(ids.slice(offset, offset + limit));
        for (const [id, proposal] of page.items) expect(proposal.title).toBe(`T${id}`);
      }
    }
  }
});

test("readProposals() reads as few values for the last page as for the first", async () => {
  const counts = await Promise.all(
    [0, 24].map(async (offset) => {
      let keys = 0;
      const counting = reading((asked, height) => {
        keys += asked.length;
        return store.readState(asked, height);
      });
      await readProposals(counting, { status: "all", offset, limit: 5 });
      return keys;
    }),
  );
  expect(counts[0]).toBe(counts[1]);
});

test("readProposals() never mixes two heads: it reads anew when its block is taken off", async () => {
  const { total } = await readProposals(store, { status: "all", offset: 0, limit: 1 });
  let isFirst = true;
  const shaky = reading(async (asked, height) => {
    const values = await store.readState(asked, height);
    if (isFirst) await store.truncate(10);
    isFirst = false;
    return values;
  });
  const after = await readProposals(shaky, { status: "all", offset: 0, limit: 100 });
  expect(after.total).toBeLessThan(total);
  expect(after.items).toHaveLength(after.total);
});

test("readValue() of a proposal gives the full text, and nothing for an id that is none", async () => {
  expect(await readValue(store, PROPOSAL, "1")).toMatchObject({ title: "T1", description: "D1" });
  expect(await readValue(store, PROPOSAL, "0")).toBeUndefined();
});
