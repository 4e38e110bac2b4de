import { createServer, request as sendRequest, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LogEntry } from "../../src/service/mod.ts";
import { type Explorer, openExplorer, type Visit } from "./_explorer.ts";

let explorer: Explorer;
let proxy: Server;
/** Address of the explorer behind the proxy. */
let url: string;
let visit: Visit;
/** Reads of REST as the service answered them: path and status. */
let reads: (readonly [path: string, status: number])[] = [];

function note(entry: LogEntry): void {
  if (!("status" in entry) || entry.method !== "GET" || !entry.path.startsWith("/v1/")) return;
  reads.push([entry.path, entry.status]);
}

/** A reverse proxy that takes `/chain` from paths, with the headers that nginx and Traefik are told to add. */
function openProxy(origin: string): Server {
  const { port } = new URL(origin);
  const below = (path = ""): string => path.replace(/^\/chain(?=\/)/, "");
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/chain/")) {
      response.writeHead(404).end();
      return;
    }
    const { method, headers } = request;
    const added = { "x-forwarded-host": headers.host, "x-forwarded-prefix": "/chain" };
    const passed = { port, method, path: below(request.url), headers: { ...headers, ...added } };
    request.pipe(
      sendRequest(passed, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on("upgrade", ({ url: path, rawHeaders }, socket: Socket) => {
    if (!path?.startsWith("/chain/")) {
      socket.destroy();
      return;
    }
    const target = connect(Number(port), "127.0.0.1", () => {
      const lines = rawHeaders.map((text, index) => text + (index % 2 ? "\r\n" : ": ")).join("");
      target.write(`GET ${below(path)} HTTP/1.1\r\n${lines}\r\n`);
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) one.on("error", () => target.destroy());
  });
  return server;
}

describe("behind a reverse proxy with a prefix", () => {
  beforeAll(async () => {
    const trustedProxies = ["127.0.0.1"];
    explorer = await openExplorer({ segments: ["delta"], trustedProxies, log: note });
    proxy = openProxy(explorer.origin);
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/chain/`;
  });

  afterAll(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await explorer?.close();
  });

  test("the explorer reads and follows the chain below the prefix alone", async () => {
    visit = await explorer.visit({}, url);
    const elsewhere: string[] = [];
    visit.page.on("request", (request) => {
      if (!request.url().startsWith(url)) elsewhere.push(request.url());
    });
    await expect.poll(() => visit.text()).toContain("Latest blocks");
    await expect.poll(() => visit.page.locator(".dot").innerText()).toBe("live");
    await visit.go("/delta/block/3");
    await expect.poll(() => visit.text()).toContain("State root");
    const docs = visit.page.locator("a", { hasText: "Documentation of the API" });
    expect(await docs.getAttribute("href")).toBe(`${url}docs`);
    expect([...elsewhere, ...visit.faults]).toEqual([]);
  });

  test("it is answered with 304 for what the browser has, of any block and of the whole chain", async () => {
    const paths = new Set(reads.filter(([, status]) => status === 200).map(([path]) => path));
    expect([...paths]).toEqual(
      expect.arrayContaining(["/v1/delta/blocks/3", "/v1/delta/chain/info"]),
    );
    reads = [];
    await visit.page.reload();
    await expect.poll(() => visit.text()).toContain("Block 3");
    await expect.poll(() => reads.map(([path]) => path)).toContain("/v1/delta/blocks/3");
    const again = reads.filter(([path]) => paths.has(path));
    expect(again).toEqual(again.map(([path]) => [path, 304]));
  });
});
