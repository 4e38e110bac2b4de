import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  issueKey,
  type KeyOrder,
  type KeyStore,
  openSqliteKeyStore,
} from "../../../../src/service/access/keys/mod.ts";
import { createService, listen, type Listener, type Service } from "../../../../src/service/mod.ts";
import { SocketClient } from "../../server/websocket/_socket_client.ts";

const START = 1_767_225_600;

let folder: string;
let now = START * 1_000;
let service: Service;
let listener: Listener;
let keys: KeyStore;
beforeAll(async () => {
  // The first use of any key sets the time of the next write.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  folder = await mkdtemp(join(tmpdir(), "key-life-"));
  const devnet = { segments: ["delta"], history: 2, mode: "manual" } as const;
  service = await createService({ ...devnet, data: folder, clock: () => now });
  listener = await listen(service, { port: 0 });
  keys = openSqliteKeyStore(join(folder, "keys.sqlite"));
});
afterAll(async () => {
  vi.useRealTimers();
  await keys.close();
  await listener.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function issue(order: Partial<KeyOrder> = {}): ReturnType<typeof issueKey> {
  return issueKey(keys, { email: "dev@example.com", tier: "Registered", now: START, ...order });
}

async function ask(
  apiKey: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly message: string | undefined }> {
  const url = `${listener.origin}/v1/delta/chain/info`;
  const response = await fetch(url, { headers: { "X-API-Key": apiKey, ...headers } });
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } };
  return { status: response.status, message: error?.message };
}

test("a key is refused once its time is over, in requests and on an open WebSocket", async () => {
  const { apiKey } = await issue({ expiresAt: START + 60 });
  const headers = { "X-API-Key": apiKey };
  const socket = await SocketClient.open(listener.origin, "delta", { headers });
  expect((await ask(apiKey)).status).toBe(200);
  now += 60_000;
  const message = "The API key expired at 2026-01-01T00:01:00.000Z";
  expect(await ask(apiKey)).toEqual({ status: 400, message });
  socket.socket.send('{"jsonrpc":"2.0","id":9,"method":"chain_getInfo"}');
  expect(await socket.closed).toEqual({ code: 1008, reason: message });
});

test("a key that is bound to origins is for their pages alone", async () => {
  const origins = ["https://app.example", "https://other.example"];
  const { apiKey } = await issue({ origins });
  expect((await ask(apiKey, { Origin: "https://other.example" })).status).toBe(200);
  const message =
    "The API key is for pages of certain origins, and this request comes from none of them";
  for (const given of [{}, { Origin: "https://app.example.evil" }, { Origin: "null" }] as const)
    expect(await ask(apiKey, given)).toEqual({ status: 400, message });
  const refused = await SocketClient.open(listener.origin, "delta", {
    headers: { "X-API-Key": apiKey, Origin: "https://evil.example" },
  });
  expect(await refused.closed).toEqual({ code: 1008, reason: message });
});

test("uses are counted for each key, and told by label alone", async () => {
  const { apiKey, record } = await issue({ label: "site" });
  await ask(apiKey);
  await fetch(`${listener.origin}/rpc/delta`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify([1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "chain_getInfo" }))),
  });
  const metrics = await (await fetch(`${listener.origin}/metrics`)).text();
  expect(metrics).toContain('alphadelta_key_requests_total{label="site"} 4\n');
  for (const secret of [apiKey, record.hash, record.id, "dev@example.com"])
    expect(metrics).not.toContain(secret);
  const used = async (): Promise<unknown> =>
    (await keys.listUses()).find(({ hash }) => hash === record.hash);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(await used()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(used).toMatchObject({
    ...{ requests: 4, refusals: 0, usedAt: Math.floor(now / 1_000) },
  });
});
