import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { type DevAccount, devAccounts } from "../../../src/devnet/mod.ts";
import { migrate } from "../../../src/service/internal.ts";
import { type LogEntry, type Service, type ServiceOptions } from "../../../src/service/mod.ts";
import { openPostgresStore } from "../../../src/service/chain/store/postgres/mod.ts";
import { openDevnet } from "../../../src/service/devnet/producer/mod.ts";
import { Lease, WriterPost } from "../../../src/service/fleet/_writer_post.ts";
import { openDatabase } from "../../../src/service/postgres.ts";
import { RENDER } from "../../../src/service/server/data_folder/open_store.ts";
import { type Postgres, startPostgres } from "../../_postgres.ts";
import { PostgresProxy } from "../../_postgres_proxy.ts";
import { IS_WHOLE } from "../../_suites.ts";
import { Fleet, requestKey, send } from "./_fleet.ts";

/** Milliseconds by which the process's own time, which bounds its waits, is ahead. */
let ahead = 0;
const passed = performance.now.bind(performance);
beforeAll(() => void vi.spyOn(performance, "now").mockImplementation(() => passed() + ahead));
afterAll(() => void vi.restoreAllMocks());

/** Waits for something, and lets a second pass in each fiftieth of one. */
async function untilPassed<Value>(work: Promise<Value>): Promise<Value> {
  const progress = { isOver: false };
  const end = (): void => void (progress.isOver = true);
  work.then(end, end);
  while (!progress.isOver) {
    await pause(20);
    ahead += 1_000;
  }
  return work;
}

const LATE = "gave up the lease of term 1: the next block is 12 s late";

describe("a fleet whose commits are not answered", () => {
  let postgres: Postgres;
  let proxy: PostgresProxy;
  let account: DevAccount<"delta">;
  const logged: string[] = [];
  const fleet = new Fleet({
    history: 1,
    metricsOpen: true,
    log: (entry: LogEntry) => void (entry.level === "error" && logged.push(entry.message)),
  });
  beforeAll(async () => {
    // Nothing that is not committed reaches the disk by itself.
    postgres = await startPostgres({ wal_writer_delay: "10s" });
    proxy = await PostgresProxy.open(postgres.url());
    [account] = (await devAccounts("delta", { network: "mainnet", count: 1 })) as [typeof account];
  });
  afterEach(async () => {
    proxy.loses = () => false;
    await fleet.close();
    logged.length = 0;
  });
  afterAll(async () => {
    await proxy?.close();
    await postgres?.close();
  });

  function open(name: string, options: ServiceOptions = {}): Promise<Service> {
    return fleet.open(proxy.through(postgres.url(name)), options);
  }

  async function read(service: Service, path: string): Promise<string> {
    return (await service.fetch(`http://fleet.test${path}`)).text();
  }

  /** Runs a statement on the database itself. */
  const sql = (name: string, text: string): Promise<string> => postgres.sql(name, text);

  test("the writer takes the block that is there for made, and goes on from it", async () => {
    await migrate({ store: postgres.url("block"), segments: ["delta"] });
    const service = await open("block");
    expect(await send(service, account, 0)).toBe("pending");
    proxy.loseNext();
    await service.produceBlock("delta");
    expect(await send(service, account, 1)).toBe("pending");
    await service.produceBlock("delta");
    expect(
      await sql("block", "SELECT height, nonce FROM delta.tx WHERE height > 1 ORDER BY 1"),
    ).toBe("2|0\n3|1");
    expect(await sql("block", "SELECT count(*) FROM delta.pending")).toBe("0");
    proxy.loseNext();
    await service.reorganise("delta", 1);
    await service.produceBlock("delta");
    expect(await sql("block", "SELECT count(*), max(height) FROM delta.block")).toBe("6|5");
    expect(await read(service, "/readyz")).toMatch(/^ready/);
    expect(proxy.lost).toBe(2);
  });

  test("a submission is acknowledged once the database tells that it is there", async () => {
    await migrate({ store: postgres.url("submission"), segments: ["delta"] });
    const service = await open("submission");
    proxy.loseNext();
    expect(await send(service, account, 0)).toBe("pending");
    expect(await send(service, account, 0)).toBe("pending");
    expect(await sql("submission", "SELECT count(*) FROM delta.pending")).toBe("1");
    await service.produceBlock("delta");
    expect(await send(service, account, 0)).toBe("confirmed");
  });

  test("a schema and a key are made once, and are there when that is told", async () => {
    const store = proxy.through(postgres.url("key"));
    proxy.loseNext(3);
    expect((await migrate({ store, segments: ["delta"] })).segments).toEqual(["delta"]);
    const service = await open("key");
    proxy.loseNext();
    const apiKey = await requestKey(service);
    const headers = { "X-API-Key": apiKey };
    const info = await service.fetch("http://fleet.test/v1/delta/chain/info", { headers });
    expect(info.status).toBe(200);
    expect(await sql("key", "SELECT count(*) FROM fleet.api_key")).toBe("1");
    expect(await sql("key", "SELECT count FROM fleet.key_request")).toBe("1");
  });

  test.runIf(IS_WHOLE)(
    "the writer goes on from a block whose commit ended while it waited for a standby",
    async () => {
      await migrate({ store: postgres.url("standby"), segments: ["delta"] });
      const service = await open("standby");
      const waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
      await setStandby("nobody");
      try {
        const made = service.produceBlock("delta");
        while ((await sql("standby", `SELECT count(*) ${waiting}`)) === "0") await pause(20);
        await sql("standby", `SELECT pg_terminate_backend(pid) ${waiting}`);
        await made;
      } finally {
        await setStandby("");
      }
      await service.produceBlock("delta");
      expect(await sql("standby", "SELECT max(height) FROM delta.block")).toBe("3");
    },
  );

  /** Lets commits wait for a standby of a name, or for none. */
  async function setStandby(name: string): Promise<void> {
    await sql("standby", `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await sql("standby", "SELECT pg_reload_conf()");
  }

  test.runIf(IS_WHOLE)(
    "a submission that nobody can tell about is answered as ambiguous",
    async () => {
      await migrate({ store: postgres.url("standby"), segments: ["delta"] });
      const service = await open("standby");
      await setStandby("nobody");
      try {
        const sent = send(service, account, 0);
        const waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
        while ((await sql("standby", `SELECT count(*) ${waiting}`)) === "0") await pause(20);
        // The connections end, the server goes on waiting.
        proxy.cutAll();
        expect(await untilPassed(sent)).toBe(-32603);
      } finally {
        await setStandby("");
      }
      expect(await send(service, account, 0)).toBe("pending");
    },
  );

  test.runIf(IS_WHOLE)(
    "the number of a transaction tells nothing once a crashed server has given it to another",
    async () => {
      const url = postgres.url("numbers");
      const database = await openDatabase({ url: proxy.through(url) });
      await database.script("CREATE TABLE written (text text)");
      const crash = async (): Promise<void> => {
        await postgres.kill("SIGQUIT");
        await postgres.start();
        // Each a transaction of its own.
        postgres.run("psql", ["-q", url], "SELECT pg_current_xact_id();".repeat(100));
      };
      const crashed = new Promise<void>((resolve) => {
        proxy.insteadOfCommit = () => resolve(crash());
      });
      const write = { name: "", text: "INSERT INTO written VALUES ('text')" };
      const writing = database.transaction((session) => session.rows(write));
      await expect(writing).rejects.toThrow("Cannot tell whether a write took effect");
      await crashed;
      expect(await sql("numbers", "SELECT count(*) FROM written")).toBe("0");
      await database.close();
    },
  );

  test("the age of the head grows while submissions come and no block does", async () => {
    await migrate({ store: postgres.url("age"), segments: ["delta"] });
    const service = await open("age");
    const age = async (): Promise<number> =>
      Number(/head_age_seconds\{[^}]*\} (\S+)/.exec(await read(service, "/metrics"))?.[1]);
    const before = await age();
    expect(await send(service, account, 0)).toBe("pending");
    await expect.poll(() => read(service, "/metrics")).toMatch(/mempool_transactions\{[^}]*\} 1/);
    const grown = await age();
    expect(grown).toBeGreaterThan(before);
    await service.produceBlock("delta");
    await expect.poll(age).toBeLessThan(grown);
  });

  test("a writer whose next block is late gives the lease up, and begins again from the store", async () => {
    const url = postgres.url("late");
    await migrate({ store: url, segments: ["delta"] });
    const database = await openDatabase({ url });
    const opened: { readonly term: number; late: number }[] = [];
    const post = new WriterPost({
      lease: new Lease(database, "delta", "writer"),
      headAge: () => 60,
      onBeat: () => undefined,
      onError: (error) => void logged.push((error as Error).message),
      async open(term) {
        const store = await openPostgresStore({ database, schema: "delta", render: RENDER, term });
        const devnet = await openDevnet({ segment: "delta", history: 1, mode: "manual", store });
        const state = { term, late: 0 };
        opened.push(state);
        return Object.defineProperty(devnet, "overdue", { get: () => state.late });
      },
    });
    post.start();
    await expect.poll(() => post.devnet).toBeDefined();
    (opened[0] as { late: number }).late = 12;
    await expect.poll(() => post.failure).toBe(LATE);
    expect(post.term).toBeUndefined();
    expect(logged).toEqual([`Cannot produce blocks: ${LATE}`]);
    const again = (async () => {
      while (!post.devnet) await pause(20);
    })();
    await untilPassed(again);
    expect(opened.map(({ term }) => term)).toEqual([1, 2]);
    await post.close();
    await database.close();
  });

  test.runIf(IS_WHOLE)(
    "a process that could not begin to produce blocks says so until a block comes from another",
    async () => {
      const url = postgres.url("failed");
      await migrate({ store: url, segments: ["delta"] });
      const database = await openDatabase({ url });
      let headAge = 60;
      const post = new WriterPost({
        lease: new Lease(database, "delta", "failing"),
        headAge: () => headAge,
        onBeat: () => undefined,
        onError: (error) => void logged.push((error as Error).message),
        open: () => Promise.reject(new Error("no room")),
      });
      post.start();
      await expect.poll(() => post.failure).toBe("no room");
      const other = new Lease(database, "delta", "other");
      await expect.poll(() => other.acquire()).toBeDefined();
      expect(post.failure).toBe("no room");
      headAge = 0;
      expect(post.failure).toBeUndefined();
      await post.close();
      await database.close();
    },
  );

  test.runIf(IS_WHOLE)(
    "a process that cannot begin to produce blocks is not ready while no other does",
    async () => {
      await migrate({ store: postgres.url("unbegun"), segments: ["delta"] });
      await open("unbegun");
      await fleet.close();
      await sql(
        "unbegun",
        `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no epoch'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON delta.epoch FOR EACH ROW EXECUTE FUNCTION fail()`,
      );
      const failing = await open("unbegun", { openInBackground: true });
      const answers = new Set<string>();
      while (Number(await sql("unbegun", "SELECT term FROM delta.lease")) < 4) {
        answers.add(await read(failing, "/readyz"));
        await pause(10);
      }
      expect(logged.filter((line) => line.includes("no epoch"))).toHaveLength(1);
      expect([...answers].filter((answer) => answer.startsWith("ready"))).toEqual([]);
      expect(await read(failing, "/readyz")).toContain("no epoch");
      await sql("unbegun", "DROP TRIGGER fail ON delta.epoch");
      await expect.poll(() => read(failing, "/readyz")).toMatch(/^ready/);
    },
  );

  test("a writer whose blocks fail says so and gives the lease up, and another takes it", async () => {
    await migrate({ store: postgres.url("failing"), segments: ["delta"] });
    const options = { mode: "interval", blockTime: 0.05 } as const;
    const failing = await open("failing", options);
    await sql(
      "failing",
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT term FROM delta.lease) = 1 THEN RAISE 'no block of term 1'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON delta.block FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    await expect
      .poll(() => read(failing, "/readyz"))
      .toMatch(
        /^not ready: delta: gave up the lease of term 1: \d+ blocks failed in a row: .*no block/,
      );
    expect(logged.filter((line) => line.includes("gave up the lease of term 1"))).toHaveLength(1);
    const other = await open("failing", options);
    await expect.poll(() => read(other, "/metrics")).toMatch(/lease_term\{segment="delta"\} 2/);
    await expect.poll(() => read(failing, "/readyz")).toMatch(/^ready\ndelta: reads/);
    expect(await read(failing, "/metrics")).toMatch(/failed_blocks\{segment="delta"\} 0/);
  });
});
