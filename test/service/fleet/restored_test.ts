import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { type DevAccount, devAccounts } from "../../../src/devnet/mod.ts";
import { migrate } from "../../../src/service/internal.ts";
import { listen, type Service } from "../../../src/service/mod.ts";
import { checkStore } from "../../../src/service/chain/store/mod.ts";
import { openPostgresStore } from "../../../src/service/chain/store/postgres/mod.ts";
import { openDatabase } from "../../../src/service/postgres.ts";
import { renderOf } from "../../../src/service/server/data_folder/open_store.ts";
import { type Databases, openDatabases } from "../../_postgres.ts";
import { collect } from "../chain/store/_chain_file.ts";
import { call, Fleet, send } from "./_fleet.ts";

describe("a database that is put back to an earlier state", () => {
  let postgres: Databases;
  const fleet = new Fleet();
  beforeAll(async () => {
    postgres = await openDatabases();
  });
  afterAll(async () => {
    await fleet.close();
  });

  function dump(name: string): string {
    return postgres.run("pg_dump", ["--clean", "--if-exists", postgres.url(name)]);
  }

  function restore(name: string, text: string): void {
    // The writer of then is gone.
    const free = "UPDATE delta.lease SET expires = '-infinity';";
    postgres.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-1", postgres.url(name)], text + free);
  }

  /** What is looked at of a block and of a page of blocks. */
  interface Data {
    readonly hash: string;
    readonly blocks: readonly { readonly number: number }[];
  }

  async function read(service: Service, path: string): Promise<[number, Data]> {
    const answer = await service.fetch(`http://fleet.test/v1/delta/${path}`);
    return [answer.status, ((await answer.json()) as { readonly data: Data }).data];
  }

  test.each([
    { blocks: 1, what: "shorter" },
    { blocks: 4, what: "longer" },
  ])(
    "a gateway that runs on serves no lost block once there is a $what chain, and sends no event of it as one of the lost chain",
    async ({ blocks, what }) => {
      await migrate({ store: postgres.url(what), segments: ["delta"] });
      const writer = await fleet.open(postgres.url(what), { role: "writer" });
      const gateway = await fleet.open(postgres.url(what), { role: "gateway" });
      const headIs = (height: number): Promise<void> =>
        expect
          .poll(async () => (await read(gateway, "blocks?limit=1"))[1].blocks[0]?.number)
          .toBe(height);
      const earlier = dump(what);
      const [account] = await devAccounts("delta", { network: "mainnet", count: 1 });
      await send(gateway, account as DevAccount<"delta">, 0);
      for (let count = 0; count < 3; count++) await writer.produceBlock("delta");
      await headIs(8);
      const [, { hash }] = await read(gateway, "blocks/6");
      const block = await call(gateway, "chain_getBlockByNumber", [6, false]);
      const [lost] = block.result?.transactions ?? [];
      for (const path of ["blocks/7", "blocks/8", `blocks/${hash}`, `transactions/${lost}`])
        expect((await read(gateway, path))[0]).toBe(200);
      const { origin } = await listen(gateway, { port: 0 });
      const events = await subscribe(origin);
      expect(events.cursor).toEqual(expect.any(String));

      await writer.close();
      restore(what, earlier);
      const next = await fleet.open(postgres.url(what), { role: "writer" });
      for (let count = 0; count < blocks; count++) await next.produceBlock("delta");
      await headIs(5 + blocks);
      expect((await read(gateway, "blocks/6"))[1].hash).not.toBe(hash);
      expect((await read(gateway, "blocks/8"))[0]).toBe(blocks > 2 ? 200 : 404);
      for (const path of [`blocks/${hash}`, `transactions/${lost}`])
        expect((await read(gateway, path))[0]).toBe(404);
      // Its events would go on at a place of the lost log.
      expect(await events.closed).toBe(1013);
      expect((await subscribe(origin, events.cursor)).error?.code).toBe(-32004);
    },
  );

  test("a writer that runs on makes no block upon what is lost, and begins a new epoch", async () => {
    await migrate({ store: postgres.url("going_on"), segments: ["delta"] });
    const options = { mode: "interval", blockTime: 0.05 } as const;
    const writer = await fleet.open(postgres.url("going_on"), options);
    const height = async (): Promise<number> =>
      Number(await postgres.sql("going_on", "SELECT height FROM delta.chain"));
    await expect.poll(height).toBeGreaterThan(6);
    const earlier = dump("going_on");
    const [account] = await devAccounts("delta", { network: "mainnet", count: 1 });
    await send(writer, account as DevAccount<"delta">, 0);
    const lost = (await height()) + 3;
    await expect.poll(height).toBeGreaterThan(lost);
    postgres.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-1", postgres.url("going_on")], earlier);
    await expect.poll(() => postgres.sql("going_on", "SELECT count(*) FROM delta.epoch")).toBe("3");
    await expect.poll(height).toBeGreaterThan(lost);
    // Head and tree are read one after the other: no block may come in between.
    await writer.close();
    const check = await openDatabase({ url: postgres.url("going_on") });
    const render = renderOf("delta");
    const store = await openPostgresStore({ database: check, schema: "delta", render });
    expect(await collect(checkStore(store, render))).toEqual([]);
    await check.close();
  });
});

interface Subscribed {
  readonly cursor: string;
  readonly error: { readonly code: number } | undefined;
  /** The close code. */
  readonly closed: Promise<number>;
}

async function subscribe(origin: string, after?: string): Promise<Subscribed> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws/delta`);
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("open", resolve));
  const params = ["blocks", ...(after === undefined ? [] : [{ after }])];
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "chain_subscribe", params }));
  const text = await new Promise<string>((resolve) => {
    socket.once("message", (bytes: Buffer) => resolve(bytes.toString()));
  });
  const { result, error } = JSON.parse(text);
  return { cursor: result?.cursor, error, closed };
}
