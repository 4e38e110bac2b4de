import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { prettyLine } from "../../src/cli/serve/write_log.ts";
import { welcome } from "../../src/cli/serve/welcome.ts";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { createService, type LogEntry } from "../../src/service/mod.ts";

const SEVEN = {
  seed: 7,
  blocks: "one every 2 s",
  devToken: "0123456789abcdef0123456789abcdef",
};

test("a service greets within 80 columns, with endpoints, docs, seed, blocks and funded accounts", async () => {
  const text = await welcome("http://127.0.0.1:65535", {
    ...SEVEN,
    showKeys: true,
  });
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain("WebSocket  ws://127.0.0.1:65535/ws/alpha\n");
  expect(text).toContain("docs       http://127.0.0.1:65535/docs\n");
  expect(text).toContain("seed       7\n");
  expect(text).toContain(
    "\nAccounts of alpha-testnet and delta-testnet:\n\n  alphadelta dev accounts --keys --chain alpha-testnet\n",
  );
  for (const chain of ["alpha", "delta"] as const) {
    const accounts = await devAccounts(chain, { seed: 7 });
    for (const { address, privateKey } of accounts)
      expect(text).toContain(`${address}\n      ${privateKey}\n`);
  }
});

test("a service greets with its explorer, and with the program of the README", async () => {
  const text = await welcome("http://127.0.0.1:8645", { ...SEVEN, showKeys: false });
  expect(text).toContain("\n  explorer   http://127.0.0.1:8645\n");
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, program = ""] = /^```ts\n([^]*?)\n```/m.exec(readme) ?? [];
  expect(program).toContain("createClient");
  expect(text.replaceAll(/^ {2}/gm, "")).toContain(program);
});

test("a service shows private keys on a terminal alone, and one of several over a database no accounts", async () => {
  const piped = await welcome("http://localhost:1", { ...SEVEN, showKeys: false });
  const shared = await welcome("http://localhost:1", {
    ...SEVEN,
    seed: undefined,
    blocks: undefined,
    showKeys: true,
  });
  const [account] = await devAccounts("delta", { seed: 7 });
  expect(piped).toContain(account?.address);
  expect(piped).not.toContain(account?.privateKey);
  expect(shared).not.toMatch(/Accounts of|seed {2}|blocks {2}/);
  expect(shared).toContain("WebSocket  ws://localhost:1/ws/alpha\n");
});

test("a service greets with the accounts of the segments that it serves", async () => {
  const text = await welcome("http://localhost:1", {
    segments: ["delta-testnet"],
    seed: 0,
    blocks: "none",
    devToken: undefined,
    showKeys: true,
  });
  const [first] = await devAccounts("delta", { network: "testnet" });
  expect(text).toContain(`(0) ${first?.address}\n`);
  expect(text).not.toContain("Accounts of alpha");
});

test("a block and a submission are a short line each", async () => {
  const entries: LogEntry[] = [];
  const options = { segments: ["delta"], mode: "manual", traffic: false, history: 1 } as const;
  const service = await createService({ ...options, log: (entry) => entries.push(entry) });
  const [alice] = await devAccounts("delta");
  if (!alice) return;
  const transfer = { type: "transfer", to: alice.address, value: 1n, nonce: 0 } as const;
  const { signedTx, txHash } = await signTransaction(alice, transfer);
  const body = { jsonrpc: "2.0", id: 1, method: "tx_sendRawTransaction", params: [signedTx] };
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  await service.fetch("http://service.test/rpc/delta", request);
  await service.produceBlock("delta");
  await service.close();
  const lines = entries.filter(({ level }) => level === "chain").map(prettyLine);
  const short = `${txHash.slice(0, 6)}…${txHash.slice(-4)}`;
  expect(lines[0]).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d delta +\\+ transfer ${short}$`));
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d delta +block 2 0x\w{4}…\w{4}, 1 transaction$/);
  expect(lines.length).toBe(2);
});
