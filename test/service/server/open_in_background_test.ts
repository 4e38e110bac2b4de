import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import { createService, listen, type Service } from "../../../src/service/mod.ts";

const OPTIONS = { history: 5, mode: "manual", openInBackground: true } as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "background-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function statusOf(service: Service, path: string): Promise<[number, string]> {
  const response = await service.fetch(`http://service.test${path}`);
  return [response.status, await response.text()];
}

test("a service answers for its first chain while it opens the others, and for those once they are open", async () => {
  const segments = ["alpha", "delta"] as const;
  const service = await createService({ ...OPTIONS, segments });
  const alpha = statusOf(service, "/v1/alpha/chain/info");
  const [status, text] = await statusOf(service, "/readyz");
  expect(status).toBe(503);
  expect(text).toMatch(
    /^not ready: alpha: it is not open yet(: block [1-5] of 5 of its history is made)?\n(delta: oldest cursor \S+\n)?$/,
  );
  expect((await statusOf(service, "/v1/delta/chain/info"))[0]).toBe(200);
  expect((await statusOf(service, "/v1/alpha-testnet/chain/info"))[1]).toContain(
    "the segment alpha-testnet is not served, expected one of alpha, delta",
  );
  expect(() => service.dev("alpha")).toThrow(RangeError);
  expect((await alpha)[0]).toBe(200);
  await service.opened;
  expect(await statusOf(service, "/readyz")).toEqual([200, expect.stringMatching(/^ready\n/)]);
  await service.close();
});

test("a WebSocket of a chain that is being opened connects once it is open", async () => {
  const service = await createService({ ...OPTIONS, segments: ["delta", "alpha"] });
  const listener = await listen(service, { port: 0 });
  const socket = new WebSocket(`${listener.origin.replace("http", "ws")}/ws/alpha`);
  await once(socket, "open");
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "chain_getInfo", params: [] }));
  const [answer] = await once(socket, "message");
  expect(JSON.parse(String(answer))).toMatchObject({
    id: 1,
    result: { chain: "alpha", blockHeight: 5 },
  });
  socket.terminate();
  await listener.close();
});

test("a service that is closed gives up the history that it makes, and the next one begins again", async () => {
  const data = join(folder, "closed");
  const segments = ["delta", "alpha"] as const;
  await (await createService({ ...OPTIONS, data, segments: ["delta"], history: 0 })).close();
  const service = await createService({ ...OPTIONS, data, segments, history: 1_000_000 });
  await expect
    .poll(async () => (await statusOf(service, "/readyz"))[1])
    .toMatch(/alpha: it is not open yet: block [1-9]\d* of 1000000 of its history is made$/m);
  await service.close();
  await service.opened;
  const next = await createService({ ...OPTIONS, data, segments, openInBackground: false });
  expect((await statusOf(next, "/v1/alpha/blocks/5"))[0]).toBe(200);
  await next.close();
});

test("a chain that cannot be opened in the background is answered with 503, and the service says why", async () => {
  const data = join(folder, "seeds");
  const segments = ["delta", "alpha"] as const;
  await (await createService({ ...OPTIONS, data, segments: ["alpha"], seed: 1 })).close();
  const service = await createService({ ...OPTIONS, data, segments, seed: 2 });
  const reason = /its chain alpha was created with the seed 1, not seed 2/;
  await expect(service.opened).rejects.toThrow(reason);
  expect((await statusOf(service, "/v1/delta/chain/info"))[0]).toBe(200);
  const response = await service.fetch("http://service.test/v1/alpha/chain/info");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await response.json()).toMatchObject({
    success: false,
    error: { code: "INTERNAL_ERROR", message: expect.stringContaining("is not open yet") },
  });
  const call = await service.fetch("http://service.test/rpc/alpha", {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "chain_getInfo", params: [] }),
  });
  expect([call.status, await call.json()]).toMatchObject([503, { id: 7, error: { code: -32603 } }]);
  await service.close();
  await expect(
    createService({ ...OPTIONS, data, segments, seed: 2, openInBackground: false }),
  ).rejects.toThrow(reason);
});
