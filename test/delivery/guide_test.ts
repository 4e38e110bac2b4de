import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";

import { deliver, sqliteState, webhookSink } from "../../src/delivery/mod.ts";
import { startService } from "../../src/testing/mod.ts";
import { SECRET } from "./_receiver.ts";

const GUIDE = new URL("../../docs/deliveries.md", import.meta.url).pathname;
const [, RECEIVER = ""] =
  /<!-- receiver -->\n+```js\n([^]*?)^```$/m.exec(readFileSync(GUIDE, "utf8")) ?? [];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the receiver of the guide has 15 lines, takes what is signed and drops what comes again", async () => {
  expect(RECEIVER.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
  // Within the repository, where the package is found.
  const folder = mkdtempSync(join(import.meta.dirname, ".receiver-"));
  writeFileSync(join(folder, "receiver.mjs"), RECEIVER);
  const port = await freePort();
  const env = { PATH: process.env["PATH"], SECRET, PORT: String(port) };
  const child = spawn(process.execPath, [join(folder, "receiver.mjs")], { env });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await using service = await startService({ segments: ["delta"] });
  const client = service.client("delta", { events: { polling: false } });
  const stop = new AbortController();
  const secrets = [SECRET];
  const options = { url: `http://127.0.0.1:${port}/`, allowPrivate: true, timeout: 1_000 };
  const sink = webhookSink({ ...options, secrets });
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const sent: { readonly id: string; readonly body: string }[] = [];
  const ended = deliver({
    subscription: { client, topic: "blocks" },
    sink: { ...sink, send: async (batch) => sink.send(batch).finally(() => sent.push(batch)) },
    state: sqliteState(":memory:"),
    signal: stop.signal,
    backoff: { base: 50, cap: 100 },
    linger: 200,
    onProgress: () => begin(),
  });
  try {
    await begun;
    await service.mine(2);
    await service.reorganise(1);
    await expect
      .poll(() => printed)
      .toMatch(/number: 11,[^]*number: 12,[^]*fromHeight: 12,[^]*number: 13,/);
    const all = printed;
    const batch = sent.at(-1) as (typeof sent)[number];
    const again = webhookSink({ ...options, secrets });
    expect(await again.send(batch)).toBe(204);
    const foreign = [`whsec_${Buffer.alloc(32, "foreign").toString("base64")}`];
    const wrong = webhookSink({ ...options, secrets: foreign });
    await expect(wrong.send({ ...batch, id: "delta:blocks:x" })).rejects.toThrow("answered 400");
    expect(printed).toBe(all);
    again.close?.();
    wrong.close?.();
  } finally {
    stop.abort();
    await ended;
    child.kill();
    rmSync(folder, { recursive: true });
  }
});
