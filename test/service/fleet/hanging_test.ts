import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeyUses, openSqliteKeyStore } from "../../../src/service/access/keys/mod.ts";
import type { PostgresStore } from "../../../src/service/chain/store/internal.ts";
import { FleetChain } from "../../../src/service/fleet/_fleet_chain.ts";
import { repeat } from "../../../src/service/turns.ts";
import { Instance } from "../../../src/service/fleet/open_fleet.ts";
import type { Lease } from "../../../src/service/fleet/_writer_post.ts";
import { Outages } from "../../../src/service/outages.ts";
import type { Database } from "../../../src/service/postgres.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that answers, refuses or never answers, and counts what it is asked at the same time. */
class Server {
  state: "answers" | "is away" | "hangs" = "answers";
  running = 0;
  most = 0;

  async ask<T>(answer: T): Promise<T> {
    this.most = Math.max(this.most, ++this.running);
    if (this.state === "hangs") await new Promise(() => undefined);
    this.running--;
    if (this.state === "is away") throw new Error("connect ECONNREFUSED 127.0.0.1:5432");
    return answer;
  }
}

/** A chain of a process that may produce its blocks, and never gets its lease. */
function chainAt(
  server: Server,
  segment: "delta" | "alpha",
  outages: Outages,
  told: unknown[] = [],
): FleetChain {
  const view = {
    revision: 1,
    removals: 0,
    height: 1,
    epoch: "one",
    last_event: 1,
    last_pending: 0,
  };
  const bounds = { first: 1, last: 1 };
  const store = {
    view,
    refresh: () => server.ask(view),
    countPending: () => server.ask(0),
    events: { bounds: () => server.ask(bounds), size: () => server.ask(undefined) },
  };
  return new FleetChain({
    segment,
    options: {
      role: "all",
      mempoolSize: 10,
      onError: (error: unknown) => told.push(error),
    } as never,
    settings: { read: async () => undefined } as never,
    lease: { acquire: () => server.ask(undefined) } as unknown as Lease,
    store: store as unknown as PostgresStore,
    outages,
  } as never);
}

test("a database that hangs is asked by each of what repeats once at a time", async () => {
  const server = new Server();
  const chain = chainAt(server, "delta", new Outages(() => undefined));
  const database = { rows: () => server.ask([{ others: 0 }]) } as unknown as Database;
  const instance = new Instance(database, "all");
  await instance.enter();
  await vi.advanceTimersByTimeAsync(2_000);
  const uses = new KeyUses({ addUses: () => server.ask(undefined) } as never, () => undefined);
  server.state = "hangs";
  for (let second = 0; second < 60; second++) {
    uses.count("sha256:1", 1, false, second);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // The moment of the chain, three counts, the lease, the entry of the process, and the uses of keys.
  expect(server.running).toBe(7);
  void Promise.all([chain.close(), instance.leave()]);
});

test("while the database is away that stands in the log once, whatever meets it, and once more when it is back", async () => {
  const server = new Server();
  const told: unknown[] = [];
  const outages = new Outages((one) => told.push(one));
  const chains = (["delta", "alpha"] as const).map((one) => chainAt(server, one, outages, told));
  await vi.advanceTimersByTimeAsync(2_000);
  for (const times of [1, 2]) {
    server.state = "is away";
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toHaveLength(2 * times - 1);
    expect(told.at(-1)).toEqual(new Error("connect ECONNREFUSED 127.0.0.1:5432"));
    server.state = "answers";
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toHaveLength(2 * times);
    expect(told.at(-1)).toMatch(/^Over after 6\d\.\d s: connect ECONNREFUSED 127\.0\.0\.1:5432$/);
  }
  await Promise.all(chains.map((chain) => chain.close()));
});

test("what fails for another reason is told too", () => {
  const told: unknown[] = [];
  const outages = new Outages((one) => told.push(one));
  const [away, denied] = [new Error("away"), new Error("permission denied")];
  for (let turn = 0; turn < 3; turn++) {
    outages.note("delta", away);
    outages.note("lease", denied);
    outages.note("alpha", away);
  }
  expect(told).toEqual([away, denied]);
  outages.note("delta");
  outages.note("alpha");
  expect(told).toHaveLength(2);
  outages.note("lease");
  expect(told).toHaveLength(3);
});

test("uses of keys that are counted while others are written are written after them", async () => {
  const written: number[] = [];
  const ends: (() => void)[] = [];
  const addUses = async (added: readonly { readonly requests: number }[]): Promise<void> => {
    await new Promise<void>((resolve) => ends.push(resolve));
    written.push(...added.map(({ requests }) => requests));
  };
  const uses = new KeyUses({ addUses } as never, () => undefined);
  uses.count("sha256:1", 1, false, 0);
  await vi.advanceTimersByTimeAsync(5_000);
  uses.count("sha256:1", 2, false, 5);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(5_000);
  uses.count("sha256:1", 4, false, 10);
  const last = uses.write();
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  ends[2]?.();
  await last;
  expect(written).toEqual([1, 2, 4]);
});

test("that uses of keys cannot be written stands in the log once", async () => {
  const store = openSqliteKeyStore();
  const told: unknown[] = [];
  let isAway = true;
  const addUses = async (): Promise<void> => {
    if (isAway) throw new Error("away");
  };
  const uses = new KeyUses({ ...store, addUses }, (error) => told.push(error));
  const useFor = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      uses.count("sha256:1", 1, false, 1_767_225_600 + second);
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  await useFor(60);
  expect(told).toEqual([new Error("away")]);
  isAway = false;
  await useFor(10);
  expect(told).toHaveLength(2);
  await store.close();
});

test("what repeats stops once what runs has ended", async () => {
  const ran: string[] = [];
  let end = (): void => undefined;
  const stop = repeat(100, async () => {
    ran.push("begun");
    await new Promise<void>((resolve) => (end = resolve));
    ran.push("ended");
  });
  await vi.advanceTimersByTimeAsync(150);
  const stopped = stop().then(() => ran.push("stopped"));
  await vi.advanceTimersByTimeAsync(500);
  expect(ran).toEqual(["begun"]);
  end();
  await stopped;
  await vi.advanceTimersByTimeAsync(500);
  expect(ran).toEqual(["begun", "ended", "stopped"]);
});
