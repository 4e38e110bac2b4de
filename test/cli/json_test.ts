import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { everyCommand } from "./_every_command.ts";
import { runCli } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

let service: TestService<"delta">;
let folder: string;
beforeAll(async () => {
  service = await startService({ segments: ["delta"], history: 30 });
  folder = await mkdtemp(join(tmpdir(), "json-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

/** The JSON that a command prints. */
async function json(line: string): Promise<unknown> {
  const env = {
    ...{ ALPHADELTA_ENDPOINT: service.url, ALPHADELTA_CHAIN: "delta", XDG_CONFIG_HOME: folder },
  };
  const { code, stdout, stderr } = await runInProcess([...line.split(" "), "--json"], { env });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

test("every command has --json but those whose output has a format of its own", async () => {
  const without = [...(await everyCommand())].flatMap(([name, { options }]) =>
    options.some(({ long }) => long === "--json") ? [] : [name],
  );
  expect(without).toEqual(["completion"]);
});

test.each([
  ["blocks --limit 3", 3],
  ["blocks --all", 31],
  ["api listTransactions --limit 2", 2],
  ["validators", 5],
  ["validators --status inactive --all", 1],
  ["dev accounts", 10],
  ["api listAccountTransactions dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr --limit 1", 1],
])("a list such as %s is an array", async (line, length) => {
  const items = await json(line);
  expect(items).toHaveLength(length);
  for (const item of items as object[]) expect(item).toBeTypeOf("object");
});

test("settings are an object, after a change too", async () => {
  expect(await json("config set chain delta")).toEqual({ chain: "delta" });
  expect(await json("config set tier Public")).toEqual({ chain: "delta", tier: "Public" });
  expect(await json("config get chain")).toEqual({ chain: "delta" });
  expect(await json("config list")).toEqual({ chain: "delta", tier: "Public" });
  expect(await json("config unset chain")).toEqual({ tier: "Public" });
});

test("keys and persisted chains are told as JSON too", async () => {
  const data = join(folder, "chains");
  const place = ["--data", data, "--json"];
  const quick = ["--port", "0", "--history", "2", "--chain", "delta", "--mode", "manual", "--json"];
  const serving = runCli("serve", ...quick, "--data", data);
  const { origin, segments } = JSON.parse((await serving.printed(/^\{.*\}$/m))[0]);
  expect(segments.delta).toEqual({
    ...{ rest: `${origin}/v1/delta`, rpc: `${origin}/rpc/delta` },
    ws: `${origin.replace("http", "ws")}/ws/delta`,
  });
  serving.kill();
  await serving.ended;
  const printed = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await runCli(...args, ...place).ended;
    return JSON.parse(stdout);
  };
  const key = await printed("key", "issue", "--email", "ann@example.org");
  expect(key).toEqual({
    ...{ apiKey: expect.any(String), id: expect.any(String), tier: "Registered" },
    ...{ email: "ann@example.org", label: null, origins: null },
    subject: "email:ann@example.org",
    ...{ createdAt: expect.any(Number), expiresAt: null, revokedAt: null },
  });
  const { id } = key as { readonly id: string };
  const list = await printed("key", "list");
  expect(list).toMatchObject([{ id, tier: "Registered", revokedAt: null }]);
  expect(JSON.stringify(list)).not.toContain("hash");
  expect(await printed("key", "revoke", id)).toEqual({ id, revokedAt: expect.any(Number) });
  expect(await printed("check")).toEqual([{ segment: "delta", faults: [] }]);
});
