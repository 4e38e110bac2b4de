import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Explorer, openExplorer, openHost, openService, type Visit } from "./_explorer.ts";

const KEY = "key-that-was-typed-here";

let explorer: Explorer;
/** On the static host. */
let visit: Visit;
let host: Server;
let hosted: string;
let folder: string;

function shows(text: string, shown = visit): Promise<void> {
  return expect.poll(() => shown.text()).toContain(text);
}

describe("the explorer", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "explorer-"));
    explorer = await openExplorer({
      segments: ["delta"],
      keylessTier: "Public",
      data: join(folder, "own"),
    });
    host = await openHost();
    hosted = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  });

  afterAll(async () => {
    await explorer?.close();
    host?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("reads from a service of the reader's choice on a static host", async () => {
    visit = await explorer.visit({}, hosted);
    await shows("from a service of your choice");
    const field = visit.page.getByLabel("Address of the service");
    await field.fill("not an origin");
    await field.press("Enter");
    await shows("Expected an origin such as https://data.example.");
    await field.fill(explorer.origin);
    await field.press("Enter");
    await shows("Latest blocks");
    await visit.go("/delta/block/3");
    await shows("State root");
    const url = visit.page.url();
    expect(url).toBe(`${hosted}?endpoint=${encodeURIComponent(explorer.origin)}#/delta/block/3`);
    await visit.page.goto(url);
    await shows("State root");
    expect(await visit.text()).not.toContain("Devnet");
    expect(visit.faults).toEqual([]);
  });

  test("shows a key to the endpoint that it was typed for alone", async () => {
    const url = (endpoint: string): string =>
      `${hosted}?endpoint=${encodeURIComponent(endpoint)}#/delta/settings`;
    await visit.page.goto(url(explorer.origin));
    const sent: [origin: string, key: string | undefined][] = [];
    visit.page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (request.resourceType() === "fetch" && request.method() !== "OPTIONS")
        sent.push([origin, request.headers()["x-api-key"]]);
    });
    const sockets: string[] = [];
    // In the page itself, where a test can see them.
    await visit.page.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
    visit.page.on("websocket", (socket) => sockets.push(socket.url()));
    await visit.page.getByLabel(`Key for ${explorer.origin}`).fill(KEY);
    await visit.page.getByRole("button", { name: "Use this key" }).click();
    await shows("with your key");
    await expect
      .poll(() => sent.some(([origin, key]) => origin === explorer.origin && key === KEY))
      .toBe(true);
    const other = await openService({ segments: ["delta"], history: 1 });
    sent.length = 0;
    sockets.length = 0;
    await visit.page.goto(url(other.origin));
    await shows("No key is in use.");
    await visit.go("/delta");
    await shows("Latest blocks");
    expect(sent.filter(([origin]) => origin === other.origin).length).toBeGreaterThan(0);
    expect(sent.filter(([, key]) => key !== undefined)).toEqual([]);
    const toOther = (): string[] =>
      sockets.filter((socket) => new URL(socket).host === new URL(other.origin).host);
    await expect.poll(() => toOther().length).toBeGreaterThan(0);
    expect(toOther().join()).not.toContain(KEY);
    expect(visit.page.url()).not.toContain(KEY);
    await other.close();
  });

  test("reads from its own service alone where a service answers it, and says what it cannot have there", async () => {
    const url = `${explorer.origin}/?endpoint=${encodeURIComponent("http://127.0.0.1:9")}#/delta/settings`;
    const own = await explorer.visit({}, url, (page) => page.clock.install());
    await shows(`Key for ${explorer.origin}`, own);
    expect(await own.text()).not.toContain("Address of the service");
    await own.page.getByRole("button", { name: "live" }).click();
    await shows("of 10 left", own);
    await shows("of 10,000 left", own);
    await own.page.keyboard.press("Escape");
    const error = { code: "RATE_LIMITED", message: "Too many requests" };
    const refusal = {
      status: 429,
      headers: { "Retry-After": "1" },
      json: { success: false, error, meta: { timestamp: 0, requestId: "id" } },
    };
    await own.page.route("**/blocks/7", (route) => route.fulfill(refusal), { times: 1 });
    const words = own.page.evaluate(
      () =>
        new Promise((resolve) => {
          const place = document.querySelector<HTMLElement>(".connection");
          new MutationObserver(() => {
            if (place?.innerText.includes("wait")) resolve(place.innerText);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    );
    await own.page.evaluate(() => void (location.hash = "/delta/block/7"));
    expect(await words).toMatch(/1 call waits|2 calls wait/);
    await own.page.clock.fastForward(1_000);
    await shows("State root", own);
    await own.go("/alpha");
    await shows(`Nothing can be read of alpha at ${explorer.origin}`, own);
    expect(own.faults).toEqual([]);
  });

  test("shows an outage while the service restarts, then continues", async () => {
    const data = join(folder, "kept");
    const options = { segments: ["delta"], history: 5, data } as const;
    const before = await openService(options);
    await visit.page.goto(`${hosted}?endpoint=${encodeURIComponent(before.origin)}#/delta`);
    await expect.poll(() => visit.page.locator(".dot").innerText()).toBe("live");
    await before.close();
    await shows("The connection is lost");
    await shows("Latest blocks");
    const after = await openService(options, Number(new URL(before.origin).port));
    await expect.poll(() => visit.page.locator(".dot").innerText()).toBe("live");
    await expect.poll(() => visit.text()).not.toContain("The connection is lost");
    await after.service.produceBlock("delta");
    await expect
      .poll(() => visit.page.locator(".strip li:nth-child(2) strong").innerText())
      .toBe("6");
    await after.close();
  });
});
