import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type DevAccount, devAccounts } from "../../../src/devnet/mod.ts";
import { migrate } from "../../../src/service/internal.ts";
import { type LogEntry, type Service, type ServiceOptions } from "../../../src/service/mod.ts";
import { type PgBouncer, startPgBouncer } from "../../_pgbouncer.ts";
import { requireProgram } from "../../_programs.ts";
import { type Postgres, startPostgres } from "../../_postgres.ts";
import { PostgresProxy } from "../../_postgres_proxy.ts";
import { Fleet, requestKey, send } from "./_fleet.ts";

describe("a fleet behind PgBouncer in transaction mode", () => {
  let postgres: Postgres;
  let pooler: PgBouncer;
  let proxy: PostgresProxy;
  let account: DevAccount<"delta">;
  const errors: string[] = [];
  const fleet = new Fleet({
    log: (entry: LogEntry) => void (entry.level === "error" && errors.push(entry.message)),
  });
  beforeAll(async () => {
    requireProgram("PgBouncer");
    postgres = await startPostgres();
    // Fewer connections than the processes have of theirs.
    pooler = await startPgBouncer(postgres.url(), {
      default_pool_size: "3",
      server_round_robin: "1",
    });
    proxy = await PostgresProxy.open(pooler.through(postgres.url()));
    [account] = (await devAccounts("delta", { network: "mainnet", count: 1 })) as [typeof account];
  });
  afterAll(async () => {
    await fleet.close();
    await proxy?.close();
    await pooler?.close();
    await postgres?.close();
  });

  function open(name: string, options: ServiceOptions = {}): Promise<Service> {
    return fleet.open(proxy.through(postgres.url(name)), options);
  }

  test("makes its schema and its chain, and every process knows what one of them took", async () => {
    const store = proxy.through(postgres.url("first"));
    expect((await migrate({ store, segments: ["delta"] })).segments).toEqual(["delta"]);
    const writer = await open("first", { role: "writer" });
    const [one, two] = await Promise.all([
      open("first", { role: "gateway" }),
      open("first", { role: "gateway" }),
    ]);
    for (const nonce of [0, 1, 2, 3])
      expect(await send(nonce % 2 ? one : two, account, nonce)).toBe("pending");
    await writer.produceBlock("delta");
    const read = async (path: string, headers = {}): Promise<Response> =>
      two.fetch(`http://fleet.test/v1/${path}`, { headers });
    const least = { "X-Least-Chain-Height": "6" };
    expect((await (await read("delta/blocks/6", least)).json()).data.txCount).toBe(4);
    const heights = Array.from({ length: 60 }, (_, at) => at % 7);
    const blocks = await Promise.all(
      heights.map(async (height) => (await read(`delta/blocks/${height}`)).json()),
    );
    expect(blocks.map(({ data }) => data.number)).toEqual(heights);
    const apiKey = await requestKey(one);
    expect((await read("delta/chain/info", { "X-API-Key": apiKey })).status).toBe(200);
    await writer.close();
    const next = await open("first", { role: "writer" });
    await next.produceBlock("delta");
    // No notice comes: gateways look for themselves.
    const head = async (): Promise<number> =>
      (await (await read("delta/blocks?limit=1")).json()).data.blocks[0].number;
    await expect.poll(head).toBe(7);
    expect(errors).toEqual([]);
  });

  test("a submission is acknowledged once the database tells that it is there", async () => {
    await migrate({ store: postgres.url("lost"), segments: ["delta"] });
    const service = await open("lost");
    proxy.loseNext();
    expect(await send(service, account, 0)).toBe("pending");
    proxy.loseNext();
    await service.produceBlock("delta");
    expect(await send(service, account, 0)).toBe("confirmed");
    expect(proxy.lost).toBe(2);
  });
});
