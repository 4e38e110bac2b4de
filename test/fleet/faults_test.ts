import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { checkStore } from "../../src/service/chain/store/mod.ts";
import { openPostgresStore } from "../../src/service/chain/store/postgres/mod.ts";
import { openDatabase } from "../../src/service/postgres.ts";
import { renderOf } from "../../src/service/server/data_folder/mod.ts";
import { MIGRATIONS } from "../../src/service/fleet/_migrations.ts";
import { migrateFleet } from "../../src/service/fleet/mod.ts";
import { readHashes } from "../service/chain/store/_blocks.ts";
import { startCarefulClient } from "./_careful_client.ts";
import { startClients } from "./_clients.ts";
import { FLEET_SEGMENTS, type Member, startFleet, type TestFleet } from "./_fleet.ts";
import { NEXT_VERSION } from "./_next_version.ts";

/** `npm run test:fleet` asks for more, in random order. */
const ROUNDS = Number(process.env["FLEET_ROUNDS"] ?? 0);

/** Fault of a round; the fleet recovers from it by itself. */
const FAULTS: Readonly<Record<string, (fleet: TestFleet) => Promise<void>>> = {
  async "the writer is stopped past its lease and goes on"(fleet) {
    const writer = await fleet.writer();
    writer.running.kill("SIGSTOP");
    const others = fleet.members.filter((member) => member !== writer);
    await waitFor(async () => others.includes(await fleet.writer()));
    writer.running.kill("SIGCONT");
  },
  async "the writer is killed"(fleet) {
    await killAndRevive(fleet, await fleet.writer());
  },
  async "PostgreSQL is killed"(fleet) {
    await fleet.postgres.kill("SIGQUIT");
    await fleet.postgres.start();
  },
  async "the clock of the writer steps an hour ahead and back"(fleet) {
    const writer = await fleet.writer();
    writer.running.kill("SIGUSR2");
    await waitFor(async () => (await timeOfHead(writer)) > Date.now() / 1_000 + 3_000);
    writer.running.kill("SIGUSR2");
    expect(await fleet.writer()).toBe(writer);
  },
  async "Redis is killed"(fleet) {
    await fleet.redis.kill();
    await pause(300);
    await fleet.redis.start();
  },
  async "a gateway is killed"(fleet) {
    await killAndRevive(fleet, fleet.members.find(({ role }) => role === "gateway") as Member);
  },
  async "PostgreSQL is restarted"(fleet) {
    await fleet.postgres.kill("SIGINT");
    await pause(500);
    await fleet.postgres.start();
  },
  async "answers of commits are lost"({ proxy, store }) {
    const start = await heightIn(store);
    let commits = 0;
    proxy.loses = () => commits++ % 5 === 0;
    await pause(30_000);
    proxy.loses = () => true;
    await pause(10_000);
    const end = await heightIn(store);
    expect(end).toBeGreaterThan(start);
    console.log(`${end - start} blocks while ${proxy.lost} answers of commits were lost`);
    proxy.loses = () => false;
    const ended = performance.now();
    await waitFor(async () => (await heightIn(store)) > end + 1);
    console.log(`blocks again after ${Math.round(performance.now() - ended)} ms`);
  },
  "every write waits for a slow one": (fleet) => lockTables(fleet, "delta.chain", 1.5),
  "every connection is taken": (fleet) => lockTables(fleet, "delta.block, delta.tx", 1),
  async "a gateway is stopped and goes on"(fleet) {
    const gateway = fleet.members.find(({ role }) => role === "gateway");
    gateway?.running.kill("SIGSTOP");
    await pause(1_500);
    gateway?.running.kill("SIGCONT");
  },
};

/** Those that the suite tries, each once. */
const SHORT = Object.keys(FAULTS).slice(0, 4);

describe("a fleet under load", () => {
  let fleet: TestFleet;
  beforeAll(async () => {
    fleet = await startFleet();
  });
  afterAll(() => fleet?.close());

  test("drops no request of a client while it is upgraded, one process after the other", async () => {
    const migrations = [...MIGRATIONS, NEXT_VERSION];
    const schema = { store: fleet.store, segments: FLEET_SEGMENTS } as const;
    const breaking = {
      from: NEXT_VERSION.to,
      to: NEXT_VERSION.to + 1,
      script: "ALTER TABLE fleet.api_key ALTER COLUMN note SET DEFAULT ''",
    };
    const breakingUpgrade = (): ReturnType<typeof migrateFleet> =>
      migrateFleet(schema, [...migrations, breaking]);
    const client = await startCarefulClient(fleet.origins);
    await client.progress(5);
    expect((await migrateFleet(schema, migrations)).versions).toEqual([NEXT_VERSION.to]);
    for (const member of fleet.members) {
      await fleet.upgrade(member);
      await client.progress(5);
    }
    // One that is not additive waits for all of them.
    const { to: version } = NEXT_VERSION;
    await expect(breakingUpgrade()).rejects.toThrow(
      new RegExp(
        `^Cannot upgrade the schema to version ${version + 1}: processes of earlier versions run: (\\S+ \\(version ${version}\\)(, )?){${fleet.members.length}}; stop them first$`,
      ),
    );
    await client.progress(5);
    await client.stop();
    expect(client.dropped).toEqual([]);
  });

  test(
    `loses, doubles and turns back nothing through ${ROUNDS || SHORT.length} faults`,
    async () => {
      const random = createRandom(7);
      const clients = await startClients(fleet.origins, random);
      await clients.progress(3);
      const names = Object.keys(FAULTS);
      const order =
        ROUNDS === 0
          ? SHORT
          : Array.from({ length: ROUNDS }, () => names[random(names.length)] ?? "");
      for (const [round, name] of order.entries()) {
        const started = performance.now();
        await FAULTS[name]?.(fleet);
        await clients.progress(3);
        expect(clients.faults, name).toEqual([]);
        if (ROUNDS > 0)
          console.log(`${round + 1}: ${name}, ${Math.round(performance.now() - started)} ms`);
      }
      await clients.stop();
      expect(clients.faults).toEqual([]);
      await expectAllKept(fleet, clients.acknowledged);
    },
    60_000 + ROUNDS * 20_000,
  );
});

/** Holds a lock that everybody who needs the tables waits for. */
async function lockTables({ store }: TestFleet, tables: string, seconds: number): Promise<void> {
  const client = new Client({ connectionString: store });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${tables}; SELECT pg_sleep(${seconds}); COMMIT`);
  await client.end();
}

/** Height of the newest block in the database. */
async function heightIn(store: string): Promise<number> {
  const client = new Client({ connectionString: store });
  await client.connect();
  const { rows } = await client.query("SELECT height FROM delta.chain");
  await client.end();
  return Number(rows[0].height);
}

/** Everything acknowledged is there, once; the blocks and lists are sound. */
async function expectAllKept(
  { store: url, members }: TestFleet,
  acknowledged: ReadonlySet<string>,
): Promise<void> {
  for (const { running } of members) running.kill("SIGKILL");
  await Promise.all(members.map(({ running }) => running.ended));
  const database = await openDatabase({ url });
  const store = await openPostgresStore({ database, schema: "delta", render: renderOf("delta") });
  const times = new Map<string, number>();
  let latest = 0;
  for (let height = 0; height <= store.view.height; height++) {
    const { timestamp = 0, hash: block = "" } = (await store.findBlock(height))?.block ?? {};
    expect(timestamp).toBeGreaterThanOrEqual(latest);
    latest = timestamp;
    for (const hash of await readHashes(store, block)) times.set(hash, (times.get(hash) ?? 0) + 1);
  }
  for (const { hash } of await store.listPending()) times.set(hash, (times.get(hash) ?? 0) + 1);
  for (const segment of FLEET_SEGMENTS) {
    const render = renderOf(segment);
    const chain = await openPostgresStore({ database, schema: segment, render });
    expect(chain.view.height).toBeGreaterThan(10);
    const faults: string[] = [];
    for await (const fault of checkStore(chain, render)) faults.push(fault);
    expect(faults, segment).toEqual([]);
  }
  await database.close();
  expect([...times].filter(([, count]) => count !== 1)).toEqual([]);
  expect([...acknowledged].filter((hash) => !times.has(hash))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(10);
}

/** Unix seconds of the newest block. */
async function timeOfHead({ origin }: Member): Promise<number> {
  const { data } = await (await fetch(`${origin}/v1/delta/blocks?limit=1`)).json();
  return data.blocks[0].timestamp;
}

async function killAndRevive(fleet: TestFleet, member: Member): Promise<void> {
  member.running.kill("SIGKILL");
  await member.running.ended;
  await fleet.revive(member);
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

/** A small deterministic generator (Park and Miller). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
