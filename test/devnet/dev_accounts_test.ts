import { createPrivateKey, createPublicKey } from "node:crypto";

import { expect, test } from "vitest";

import { commitmentOf, devAccounts, serialNumberOf } from "../../src/devnet/mod.ts";
import { isAddress, parseHex } from "../../src/units/mod.ts";

test("devAccounts() gives the same ten accounts every time", async () => {
  const accounts = await devAccounts("delta");
  expect(accounts).toHaveLength(10);
  expect(await devAccounts("delta")).toEqual(accounts);
  expect(new Set(accounts.map(({ address }) => address)).size).toBe(10);
});

test("devAccounts() never changes its first account, since users write it down", async () => {
  const [delta] = await devAccounts("delta", { count: 1 });
  const [alpha] = await devAccounts("alpha", { count: 1 });
  expect(delta?.address).toBe("dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz");
  expect(alpha?.address).toBe("ax16r3gvlc3ez9fgj8d9ahl2p9t23fm7kg45cwp83");
  expect(alpha?.records[0]?.serialNumber).toBe(
    "0x21e76a1319c02c38ee226eb05bd64096775ed042c30bcdad3178f81fa4a977f3",
  );
});

test("devAccounts() gives other accounts for another seed, network or chain", async () => {
  const lists = await Promise.all([
    devAccounts("delta"),
    devAccounts("delta", { seed: 1 }),
    devAccounts("delta", { network: "testnet" }),
    devAccounts("alpha"),
  ]);
  const keys = lists.flat().map(({ privateKey }) => privateKey);
  expect(new Set(keys).size).toBe(40);
});

test("devAccounts() derives the public key that belongs to the private one", async () => {
  const [account] = await devAccounts("delta", { count: 1 });
  const secret = parseHex(account?.privateKey ?? "");
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secret]);
  const key = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }));
  const spki = key.export({ format: "der", type: "spki" });
  expect(account?.publicKey).toBe(`0x${spki.subarray(12).toString("hex")}`);
});

test("devAccounts() gives alpha accounts the records that their commitments stand for", async () => {
  const [account] = await devAccounts("alpha", { network: "testnet", count: 1 });
  expect(isAddress(account?.address ?? "", "ax")).toBe(true);
  expect(account?.records).toHaveLength(4);
  for (const { commitment, serialNumber } of account?.records ?? []) {
    expect(await serialNumberOf(commitment)).toBe(serialNumber);
  }
  const serialNumbers = account?.records.map(({ serialNumber }) => serialNumber);
  expect(new Set(serialNumbers).size).toBe(4);
});

test("devAccounts() refuses an invalid count, seed, chain or network", async () => {
  await expect(devAccounts("delta", { count: -1 })).rejects.toThrow(RangeError);
  await expect(devAccounts("delta", { count: 1.5 })).rejects.toThrow(
    "count must be a whole number",
  );
  await expect(devAccounts("delta", { seed: -1 })).rejects.toThrow("seed must be a whole number");
  await expect(devAccounts("beta" as "delta")).rejects.toThrow(TypeError);
  await expect(devAccounts("delta", { network: "main" as "mainnet" })).rejects.toThrow(
    'network must be "mainnet" or "testnet", got "main"',
  );
});

test("commitmentOf() tells records apart by creator, index, owner and value", async () => {
  const parts = { creator: "0x01", index: 0, owner: "ax1a", value: 1n };
  const others = [
    { ...parts, creator: "0x02" },
    { ...parts, index: 1 },
    { ...parts, owner: "ax1b" },
    { ...parts, value: 2n },
  ];
  const commitments = await Promise.all([parts, ...others].map(commitmentOf));
  expect(new Set(commitments).size).toBe(5);
  expect(await commitmentOf({ ...parts })).toBe(commitments[0]);
});
