import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOfPrivateKey } from "../../src/devnet/internal.ts";
import type { Ended, Running } from "./_process.ts";
import { runNodeWith } from "./_process.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { runInProcess } from "./_run_in_process.ts";

const ACCOUNT = "dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr";

let home: string;
let serving: Running;
let endpoint: string;
let token: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "dev-"));
  const flags = ["--dev", "--port", "0", "--history", "5", "--mode", "manual", "--chain", "delta"];
  serving = runNodeWith({ XDG_CONFIG_HOME: home }, COMMAND_LINE, "serve", ...flags, "--no-traffic");
  [, endpoint = ""] = await serving.printed(/up at (http:\/\/127\.0\.0\.1:\d+)/);
  [, token = ""] = await serving.printed(/dev token +([\w-]{43})$/m);
});
afterAll(async () => {
  serving.kill();
  await serving.ended;
  expect(existsSync(tokenFile())).toBe(false);
  await rm(home, { recursive: true, force: true });
});

function tokenFile(): string {
  return join(home, `alphadelta/dev-token-${new URL(endpoint).port}`);
}

function run(args: string, env: Readonly<Record<string, string>> = {}, input = ""): Promise<Ended> {
  const own = { XDG_CONFIG_HOME: home, ALPHADELTA_ENDPOINT: endpoint, ALPHADELTA_CHAIN: "delta" };
  return runInProcess(args.split(" "), { env: { ...own, ...env }, input });
}

async function json(args: string, input = ""): Promise<unknown> {
  const { code, stdout, stderr } = await run(`${args} --json`, {}, input);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

test("serve writes the token to a file that only its owner can read", async () => {
  expect((await stat(tokenFile())).mode & 0o777).toBe(0o600);
});

test("the devnet commands mine, fund, set the time, reorganise and revert", async () => {
  expect(await json("dev mine 2")).toMatchObject({ number: 7 });
  const [{ address, balance } = {}] = (await json("dev accounts")) as Record<string, string>[];
  await json(`dev fund ${address} 2.5`);
  await json("dev mine");
  expect(await json(`balance ${address}`)).toMatchObject({
    balance: String(BigInt(balance ?? 0) + 25n * 10n ** 17n),
  });
  const later = Math.ceil(Date.now() / 1000) + 3_600;
  await json(`dev time ${later}`);
  await json("dev mine");
  expect((await json("block latest")) as { timestamp: number }).toMatchObject({ number: 9 });
  const { timestamp } = (await json("block latest")) as { readonly timestamp: number };
  expect(timestamp).toBeGreaterThanOrEqual(later);
  await json("dev reorg 2");
  expect(await json("block latest")).toMatchObject({ number: 10 });
  const snapshot = await json("dev snapshot");
  await json("dev mine");
  await json(`dev revert ${String(snapshot)}`);
  expect(await json("block latest")).toMatchObject({ number: 10 });
});

test("accounts of another seed are told to have nothing", async () => {
  const { code, stderr } = await run("dev accounts --seed 5");
  expect(stderr).toBe(
    "None of them has tokens: is it a devnet there, and was it started with --seed 5?\n",
  );
  expect(code).toBe(0);
});

test("an amount is in tokens, and help says so", async () => {
  expect((await run("dev fund --help")).stdout).toMatch(/Amount in tokens\.[^]* 1\.5 --chain/);
  const [{ address } = {}] = (await json("dev accounts")) as Record<string, string>[];
  const { code, stderr } = await run(`dev fund ${address} 1,5`);
  expect(stderr).toContain('Cannot use "1,5" as amount: expected tokens such as 1.5');
  expect(code).toBe(2);
  const { stderr: refused } = await run(`dev fund ${address} 99999999999.5`);
  expect(refused).toContain("No account of the devnet holds 99999999999.5 tokens plus the fee");
});

test("faults are of the whole service: no chain is asked for", async () => {
  const removed = await run("dev faults []", { ALPHADELTA_CHAIN: "" });
  expect(removed).toMatchObject({ code: 0, stdout: "", stderr: "None is left.\n" });
});

test("accounts are listed with their private keys where that is asked for", async () => {
  const [plain] = (await json("dev accounts")) as object[];
  expect(plain).not.toHaveProperty("privateKey");
  const [{ address, privateKey } = {}] = (await json("dev accounts --keys")) as Record<
    string,
    string
  >[];
  expect(await addressOfPrivateKey("delta", privateKey ?? "")).toBe(address);
});

test("faults are set from standard input, and removed", async () => {
  const rules = JSON.stringify([
    { path: "/v1/delta/chain/stats", kind: "status", status: 501, probability: 1 },
  ]);
  await json("dev faults -", rules);
  expect((await run("api getChainStats")).code).toBe(1);
  await json("dev faults []");
  expect((await run("api getChainStats")).code).toBe(0);
});

test("a wrong token is refused, and no token shown", async () => {
  const wrong = { ALPHADELTA_DEV_TOKEN: "adt_wrong" };
  const { code, stdout, stderr } = await run("dev mine", wrong);
  expect(stderr).toContain('Was it started with "alphadelta serve --dev", and is this its token?');
  expect(stdout + stderr).not.toMatch(/adt_wrong/);
  expect(code).toBe(1);
  expect(await run(`dev fund ${ACCOUNT} x`)).toMatchObject({ code: 2 });
  const { stderr: without } = await run("dev mine", { XDG_CONFIG_HOME: "/proc/none" });
  expect(without).toContain(
    'start the service with "alphadelta serve --dev", or set ALPHADELTA_DEV',
  );
  expect((await run("dev mine", { ALPHADELTA_DEV_TOKEN: token })).code).toBe(0);
});
