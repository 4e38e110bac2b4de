import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import { runNode } from "../cli/_process.ts";
import { temporaryFolder } from "../scripts/_temporary_folder.ts";
import { Proxy } from "./run/proxy.ts";
import { renderTable } from "./run/render_table.ts";
import { writeTable } from "./run/write_table.ts";
import { type Outcome, SCENARIOS } from "./suite/mod.ts";

let service: TestService;
let gateway: Listener;
/** In front of the service, and in front of a gateway of it. */
let proxies: Readonly<Record<"service" | "gateway", Proxy>>;
beforeAll(async () => {
  service = await startService({ history: 40, keysPerDay: 1_000, keysPerAddress: 1_000 });
  const upstream = upstreamOf({ endpoints: service.url, tier: "Enterprise" });
  const { segments } = service;
  const options = {
    segments,
    keylessTier: "Enterprise",
    keysPerDay: 1_000,
    keysPerAddress: 1_000,
  } as const;
  gateway = await listen(await createService({ upstream, ...options }), { port: 0 });
  const openProxy = (origin: string): Promise<Proxy> =>
    Proxy.open(origin, (name) =>
      name === "mine" ? service.mine(1, "delta") : service.reorganise(1, "delta"),
    );
  proxies = { service: await openProxy(service.url), gateway: await openProxy(gateway.origin) };
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.close();
  await gateway.close();
  await service.close();
});

// In other runs the process below runs it.
describe.runIf(IS_WHOLE).each(["service", "gateway"] as const)(
  "the suite of runtimes passes here, %s:",
  (at) => {
    test.each(Object.entries(SCENARIOS))("%s", async (_, run) => {
      await run({ origin: proxies[at].origin, closed: "http://127.0.0.1:1" });
    });
  },
);

test("the suite passes where signals have no statics, and bodies are no streams", async () => {
  const world = { origin: proxies.service.origin, closed: "http://127.0.0.1:1" };
  const host = join(import.meta.dirname, "hosts/reduced.ts");
  const { code, stdout, stderr } = await runNode(host, JSON.stringify(world)).ended;
  expect([code, stderr]).toEqual([0, ""]);
  const outcomes = JSON.parse(stdout) as Outcome[];
  expect(outcomes.map(({ name }) => name)).toEqual(Object.keys(SCENARIOS));
  expect(outcomes.filter(({ fault }) => fault !== null)).toEqual([]);
});

test("the proxy counts preflights of GET requests that show no key", async () => {
  const { service: proxy } = proxies;
  proxy.takeTraffic();
  const ask = (method: string, names: string) =>
    fetch(`${proxy.origin}/v1/delta/chain/info`, {
      method: "OPTIONS",
      headers: { "Access-Control-Request-Method": method, "Access-Control-Request-Headers": names },
    });
  await ask("GET", "x-api-key");
  await ask("POST", "content-type");
  await ask("GET", "x-other");
  expect(proxy.takeTraffic()).toEqual({
    requests: 3,
    preflights: ["/v1/delta/chain/info (x-other)"],
  });
});

test("the table of runtimes shows the cases that passed, that failed and that do not apply there", () => {
  const table = renderTable([
    { title: "One 1", outcomes: [{ name: "reads", fault: null }] },
    {
      title: "Two",
      outcomes: [
        { name: "reads", fault: "why" },
        { name: "more", fault: null },
      ],
    },
  ]);
  expect(table.split("\n")).toEqual([
    "|       | One 1 | Two |",
    "| ----- | ----- | --- |",
    "| reads | yes   | no  |",
    "| more  | –     | yes |",
  ]);
});

test("the table of runtimes is written between its marks, or not at all", async () => {
  const path = join(await temporaryFolder(), "runtimes.md");
  await writeFile(path, "a\n<!-- runtimes -->\nold\n<!-- /runtimes -->\nb\n");
  await writeTable(path, "| new |");
  await writeTable(path, "| new |");
  const text = "a\n<!-- runtimes -->\n\n| new |\n\n<!-- /runtimes -->\nb\n";
  expect(await readFile(path, "utf8")).toBe(text);
  await writeFile(path, "a");
  await expect(writeTable(path, "| new |")).rejects.toThrow(/must hold <!-- runtimes -->/);
});
