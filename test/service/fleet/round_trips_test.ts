import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { devAccounts, signTransaction, type TransactionOf } from "../../../src/devnet/mod.ts";
import { eventRender } from "../../../src/service/api/events/mod.ts";
import {
  checkSignature,
  isRefusal,
  readTransaction,
} from "../../../src/service/chain/ledger/mod.ts";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../../src/service/chain/store/postgres/mod.ts";
import { type Devnet, openDevnet } from "../../../src/service/devnet/producer/mod.ts";
import { LONGEST_WAIT } from "../../../src/service/chain/ledger/chain_rules.ts";
import { Submissions } from "../../../src/service/fleet/_submissions.ts";
import { migrate } from "../../../src/service/internal.ts";
import { type Database, openDatabase } from "../../../src/service/postgres.ts";
import { RENDER } from "../../../src/service/server/data_folder/open_store.ts";
import { parseHex } from "../../../src/units/mod.ts";
import { type Databases, openDatabases } from "../../_postgres.ts";
import { PostgresProxy } from "../../_postgres_proxy.ts";
import { stateOf } from "../chain/store/_state_of.ts";

const SCHEMA = "delta";

describe("round trips to PostgreSQL", () => {
  let postgres: Databases;
  let proxy: PostgresProxy;
  let database: Database;
  let store: PostgresStore;
  let devnet: Devnet;
  let submissions: Submissions;
  const nonces = new Map<string, number>();
  beforeAll(async () => {
    postgres = await openDatabases();
    proxy = await PostgresProxy.open(postgres.url());
    await migrate({ store: postgres.url(), segments: [SCHEMA] });
    database = await openDatabase({ url: proxy.through(postgres.url()) });
    submissions = new Submissions(await open(), 5_000);
    await start();
    // Connections are opened, and statements prepared.
    await submit({ type: "transfer", to: "", value: 1n });
    await devnet.produceBlock();
  });
  afterAll(async () => {
    await devnet?.close();
    await database?.close();
    await proxy?.close();
  });

  function open(term?: number): Promise<PostgresStore> {
    const render = { ...RENDER, events: eventRender("delta") };
    return openPostgresStore({
      database,
      schema: SCHEMA,
      render,
      ...(term === undefined ? {} : { term }),
    });
  }

  /** Begins to produce blocks, as a writer that gets the lease does. */
  async function start(): Promise<void> {
    store = await open(0);
    devnet = await openDevnet({
      segment: "delta",
      history: 30,
      mode: "manual",
      traffic: false,
      store,
      shared: {
        accept: (transaction) => submissions.accept({ transaction }),
        next: () => store.nextPending(),
      },
    });
  }

  type Work = TransactionOf["delta"] extends infer Each
    ? Each extends { nonce: number }
      ? Omit<Each, "nonce">
      : never
    : never;

  /** Submits a transaction of a dev account, by default to itself. */
  async function submit(work: Work, from = 0): Promise<void> {
    const account = (await devAccounts("delta", { network: "mainnet", count: 10 }))[from];
    if (!account) throw new Error(`There is no account ${from}`);
    const nonce = nonces.get(account.address) ?? 0;
    nonces.set(account.address, nonce + 1);
    const to = "to" in work && work.to === "" ? { to: account.address } : {};
    const { signedTx } = await signTransaction(account, { ...work, ...to, nonce });
    const transaction = readTransaction(parseHex(signedTx), "delta");
    if (isRefusal(transaction)) throw new Error(transaction.reason);
    const outcome = await submissions.accept({
      transaction,
      verify: () => checkSignature(transaction),
    });
    if (isRefusal(outcome)) throw new Error(outcome.reason);
  }

  /** Does something in at most so many round trips. */
  async function within<T>(trips: number, work: () => Promise<T>): Promise<T> {
    let result: T | undefined;
    expect(await proxy.countTrips(async () => (result = await work()))).toBeLessThanOrEqual(trips);
    return result as T;
  }

  test("a submission takes at most two", async () => {
    await within(2, () => submit({ type: "transfer", to: "", value: 1n }, 1));
  });

  test("a block takes at most four, whatever is in it", async () => {
    await within(4, () => devnet.produceBlock());
    const [validator = ""] = (await stateOf(store)).flatMap(([key]) =>
      key.startsWith("validator:") ? key.slice("validator:".length) : [],
    );
    const fresh = (await devAccounts("delta", { network: "testnet", count: 1 }))[0]?.address ?? "";
    await submit({ type: "delegate", validator, value: 10n ** 21n }, 3);
    await submit({ type: "propose", title: "One", description: "The first" }, 4);
    await submit({ type: "propose", title: "Two", description: "The second" }, 4);
    await submit({ type: "transfer", to: fresh, value: 1n }, 5);
    expect((await within(4, () => devnet.produceBlock())).executed).toHaveLength(4);
    await submit({ type: "vote", proposal: 1, choice: "for" }, 3);
    await submit({ type: "undelegate", value: 5n }, 3);
    await submit({ type: "claim_rewards" }, 3);
    expect((await within(4, () => devnet.produceBlock())).executed).toHaveLength(3);
  });

  test("a block that pays and decides what began before this writer does takes no more", async () => {
    const { block } = await devnet.produceBlock();
    await submit({ type: "propose", title: "Three", description: "The third" }, 4);
    await submit({ type: "undelegate", value: 5n }, 3);
    const begun = (await devnet.produceBlock()).executed.map(({ status }) => status);
    expect(begun).toEqual(["success", "success"]);
    for (let more = 2; more < LONGEST_WAIT; more++) await devnet.produceBlock();
    await devnet.close();
    await start();
    await devnet.produceBlock();
    const due = await within(4, () => devnet.produceBlock());
    expect(due.block.height).toBe(block.height + 1 + LONGEST_WAIT);
    expect(due.changes.some(({ key }) => key.startsWith("proposal:"))).toBe(true);
  });
});
