import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { createClient } from "../../src/mod.ts";
import { createService } from "../../src/service/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import { runCli, runNode, type Running } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

const QUICK = ["--port", "0", "--history", "5"];
const DELTA = [...QUICK, "--chain", "delta"];
const UP = /up at (http:\/\/127\.0\.0\.1:\d+)/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "serve-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("alphadelta serve", () => {
  let running: Running;
  let origin: string;
  beforeAll(async () => {
    running = runCli("serve", ...QUICK);
    [, origin = ""] = await running.printed(UP);
  });

  test("answers every segment over HTTP", async () => {
    for (const segment of ["alpha", "alpha-testnet", "delta", "delta-testnet"] as const) {
      const client = createClient(segment, { endpoints: origin });
      const info = await client.getChainInfo();
      expect(`${info.chain} ${info.network}`).toBe(`${client.chain} ${client.network}`);
      expect((await client.rpc.chain_getInfo()).networkId).toBe(segment);
    }
  });

  test.runIf(IS_WHOLE)(
    "leaves its modules compiled for the next start, though it is killed",
    async () => {
      const cache = join(folder, "compiled");
      vi.stubEnv("NODE_COMPILE_CACHE", cache);
      const child = runNode("src/cli/main.ts", "serve", ...DELTA);
      vi.unstubAllEnvs();
      await child.printed(/Ctrl-C/);
      await expect
        .poll(async () => (await readdir(cache, { recursive: true })).length)
        .toBeGreaterThan(100);
      child.kill("SIGKILL");
      await child.ended;
    },
  );

  test("says in one line where it cannot run", async () => {
    const { code, stdout, stderr } = await runNode(
      "--no-experimental-sqlite",
      "src/cli/main.ts",
      "serve",
    ).ended;
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^error: Cannot run alphadelta in Node \d+\.\S+: it needs Node 22\.13 or later, such as "npx -y node@24"\n$/,
    );
    expect(code).toBe(1);
  });

  test("names the flags of options that exclude each other, with their units", async () => {
    const timeouts = ["--headers-timeout", "40", "--request-timeout", "30.5"];
    const { code, stderr } = await runInProcess(["serve", "--history", "0", ...timeouts]);
    expect(stderr).toBe(
      "error: Cannot listen: --headers-timeout must be at most --request-timeout, 30.5, got 40\n",
    );
    expect(code).toBe(2);
  });

  test("refuses a port in use in one line, and makes no chain", async () => {
    const { port } = new URL(origin);
    const data = join(folder, "unused");
    const flags = ["--port", port, "--history", "0", "--data", data];
    const { code, stderr } = await runInProcess(["serve", ...flags]);
    expect(existsSync(data)).toBe(false);
    expect(stderr).toBe(
      `error: Cannot listen on 127.0.0.1:${port}: the port is in use; choose another\n`,
    );
    expect(code).toBe(1);
  });

  test("refuses a body above 1 MiB and keeps answering", async () => {
    const body = `"${"x".repeat(1_048_576)}"`;
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${origin}/rpc/delta`, { method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } });
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  test("exits with 0 after a signal to stop", async () => {
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("alphadelta serve --chain", () => {
  test("serves the requested segments and no other", async () => {
    const running = runCli("serve", ...QUICK, "--chain", "alpha, delta-testnet");
    const [, origin = ""] = await running.printed(UP);
    const { ok } = await fetch(`${origin}/v1/alpha/chain/info`);
    expect(ok).toBe(true);
    expect((await fetch(`${origin}/v1/delta-testnet/chain/info`)).ok).toBe(true);
    expect((await fetch(`${origin}/v1/delta/chain/info`)).status).toBe(404);
    running.kill();
    const { stdout } = await running.ended;
    expect(stdout).toContain("/v1/delta-testnet");
    expect(stdout).not.toMatch(/\/v1\/delta\b(?!-)/);
    expect(stdout).toContain('const alpha = createClient("alpha", {');
    expect(stdout).toContain("(0) ax1");
    // Standard output is no terminal here: it may be a log that others read.
    expect(stdout).not.toMatch(/0x[0-9a-f]{64}/);
  });
});

describe("alphadelta serve --data", () => {
  test.runIf(IS_WHOLE)("continues at the same height after it was killed", async () => {
    const data = join(folder, "kept");
    const first = runCli("serve", ...DELTA, "--data", data, "--block-time", "0.1");
    const [, origin = ""] = await first.printed(UP);
    const client = createClient("delta", { endpoints: origin });
    const genesis = await client.getBlock(0);
    const before = await client.getBlock((await client.getChainInfo()).blockHeight);
    first.kill("SIGKILL");
    await first.ended;

    const second = runCli("serve", ...DELTA, "--data", data);
    const [, again = ""] = await second.printed(UP);
    const later = createClient("delta", { endpoints: again });
    expect(await later.getBlock(0)).toEqual(genesis);
    expect(await later.getBlock(before.number)).toEqual(before);
    second.kill();
    await second.ended;
  });

  test("ends with one line when a later chain cannot be opened", async () => {
    const data = join(folder, "seeds");
    const options = { data, segments: ["alpha"], seed: 1, history: 0, mode: "manual" } as const;
    await (await createService(options)).close();
    const flags = ["--port", "0", "--history", "0", "--chain", "alpha,delta", "--data", data];
    const { code, stderr } = await runInProcess(["serve", ...flags]);
    expect(stderr).toBe(
      `error: Cannot open data folder ${data}: its chain alpha was created with the seed 1, not seed 0; use that seed or another folder\n`,
    );
    expect(code).toBe(1);
  });

  test("refuses a folder that is a file, naming it", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const { code, stderr } = await runInProcess(["serve", "--port", "0", "--data", file]);
    expect(stderr).toMatch(
      /^error: Cannot use data folder .*\/file: it is a file; choose another folder\n$/,
    );
    expect(code).toBe(1);
  });

  test("refuses a file that is no database, naming it", async () => {
    await writeFile(
      join(folder, "delta.sqlite"),
      "not a database, but long enough to be read as one".repeat(50),
    );
    const { code, stderr } = await runInProcess(["serve", "--port", "0", "--data", folder]);
    expect(stderr).toMatch(/^error: Cannot open store at .*delta\.sqlite: .*\n$/);
    expect(code).toBe(1);
  });

  test("refuses an emptied file that had a chain, instead of beginning a new one", async () => {
    const data = join(folder, "emptied");
    const options = { data, segments: ["delta"], history: 5, mode: "manual" } as const;
    await (await createService(options)).close();
    const file = join(data, "delta.sqlite");
    await writeFile(file, "");
    const { code, stderr } = await runInProcess(["serve", ...DELTA, "--data", data]);
    expect(stderr).toBe(
      `error: Cannot open store at ${file}: the file is empty, but had a chain: put a backup in its place, or remove the file to begin a new one\n`,
    );
    expect(code).toBe(1);
  });

  test("is refused beside --store, which would persist the chains in its place", async () => {
    const both = ["--data", folder, "--store", "postgres://127.0.0.1:1/chains"];
    const { code, stderr } = await runInProcess(["serve", ...both]);
    expect(stderr).toBe(
      "error: option '--store <url>' cannot be used with option '--data <folder>'\n",
    );
    expect(code).toBe(2);
  });

  test("refuses damaged keys, with what to do about them", async () => {
    const data = join(folder, "keys");
    await mkdir(data);
    const keys = join(data, "keys.sqlite");
    await writeFile(keys, "not a database, but long enough to be read as one".repeat(50));
    const { code, stderr } = await runInProcess(["serve", "--port", "0", "--data", data]);
    expect(stderr).toBe(
      `error: Cannot open key store at ${keys}: file is not a database; the file is damaged: move it away and issue its keys again, or use another folder\n`,
    );
    expect(code).toBe(1);
  });
});

describe("alphadelta serve --mode and --mempool", () => {
  let sender: DevAccount<"delta">;
  beforeAll(async () => {
    const [first] = await devAccounts("delta", { count: 1 });
    if (!first) throw new Error("An account was asked for");
    sender = first;
  });

  async function send(origin: string, nonce: number): Promise<{ txHash: string }> {
    const payment = { type: "transfer", to: sender.address, value: 1n, nonce } as const;
    const { signedTx } = await signTransaction(sender, payment);
    const client = createClient("delta", { endpoints: origin });
    return client.rpc.tx_sendRawTransaction(signedTx);
  }

  test("on-submit makes a block for a submission and none without", async () => {
    const running = runCli("serve", ...DELTA, "--mode", "on-submit", "--block-time", "0.1");
    const [, origin = ""] = await running.printed(UP);
    const { txHash } = await send(origin, 0);
    const client = createClient("delta", { endpoints: origin });
    const find = async () => client.rpc.tx_getTransactionReceipt(txHash);
    await expect.poll(find).not.toBeNull();
    expect(await find()).toMatchObject({ blockNumber: 6, status: 1 });
    await new Promise((done) => setTimeout(done, 300));
    expect((await client.getChainInfo()).blockHeight).toBe(6);
    running.kill();
    await running.ended;
  });

  test.runIf(IS_WHOLE)("manual makes none, and a full mempool refuses", async () => {
    const flags = ["--mode", "manual", "--mempool", "1", "--block-time", "0.1", "--no-traffic"];
    const running = runCli("serve", ...DELTA, ...flags);
    const [, origin = ""] = await running.printed(UP);
    await send(origin, 0);
    const refused = send(origin, 1);
    await expect(refused).rejects.toMatchObject({
      code: -32000,
      data: "The mempool is full with 1 of at most 1: try again after the next block",
    });
    const client = createClient("delta", { endpoints: origin });
    expect((await client.getChainInfo()).blockHeight).toBe(5);
    running.kill();
    await running.ended;
  });
});

describe("alphadelta serve --dev", () => {
  const TOKEN = /dev token +([\w-]{43})$/m;

  async function mine(origin: string, token: string): Promise<unknown> {
    const response = await fetch(`${origin}/rpc/delta`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Dev-Token": token },
      body: '{"jsonrpc":"2.0","id":1,"method":"dev_mine","params":[2]}',
    });
    return response.json();
  }

  test("prints a token once, accepts calls with it, and never logs it", async () => {
    const flags = ["--dev", "--mode", "manual", "--log", "requests"];
    const running = runCli("serve", ...DELTA, ...flags);
    const [, origin = ""] = await running.printed(UP);
    const [, token = ""] = await running.printed(TOKEN);
    expect(await mine(origin, token)).toMatchObject({ result: { number: 7 } });
    expect(await mine(origin, "another")).toMatchObject({ error: { code: -32600 } });
    running.kill();
    const { stdout, stderr } = await running.ended;
    expect(stdout.split(token).length).toBe(2);
    expect(stderr).toContain("/rpc/delta");
    expect(stderr).not.toContain(token);
  });

  test("is off without the flag", async () => {
    const running = runCli("serve", ...DELTA);
    const [, origin = ""] = await running.printed(UP);
    expect(await mine(origin, "any")).toMatchObject({ error: { code: -32601 } });
    running.kill();
    expect((await running.ended).stdout).not.toMatch(TOKEN);
  });

  test("refuses an address that other machines can reach, before it opens anything", async () => {
    const data = join(folder, "untouched");
    const flags = ["--dev", "--host", "0.0.0.0", "--data", data];
    const { code, stdout, stderr } = await runInProcess(["serve", ...QUICK, ...flags]);
    expect(stderr).toBe(
      'error: Cannot serve devnet control on "0.0.0.0": other machines could reach it; listen on 127.0.0.1, ::1 or localhost, or serve without it\n',
    );
    expect([code, stdout, existsSync(data)]).toEqual([1, "", false]);
  });
});

describe("alphadelta with wrong arguments", () => {
  test.each([
    [["serve", "--nope"], "error: unknown option '--nope'"],
    [["sevre"], "error: unknown command 'sevre'"],
    [["serve", "--port", "abc"], "must be a whole number from 0 to 65535, got"],
    [["serve", "--port", "70000"], "must be a whole number from 0 to 65535, got"],
    [["serve", "--block-time", "0"], "must be a number from 0.05 to 86400, got"],
    [["serve", "--chain", "delta,gamma"], "one or more of alpha, alpha-testnet, delta, delta-"],
    [["serve", "--chain", "delta,delta"], "must be one or more of alpha, alpha-testnet, delta"],
    [["serve", "--chain", ""], "must be one or more of alpha, alpha-testnet, delta"],
    [["backup", "--data", "x"], 'error: Missing --to: use "alphadelta backup '],
    [
      ["copy", "--to", "x"],
      'error: Missing --from: use "alphadelta copy --from <place> --to <place>".',
    ],
    [["copy", "--from", "a", "--to", "mysql://b/c"], "error: Cannot use --to: expected a URL"],
    [["deliver", "pending_transactions"], "error: unknown command 'pending_transactions'"],
    [["serve", "--history", "-1"], "must be a whole number from 0 to 1000000, got"],
    [["serve", "--mempool", "0"], "must be a whole number from 1 to 1000000, got"],
    [
      ["serve", "--mode", "automatic"],
      '--mode must be one of interval, manual, on-submit, got "automatic"',
    ],
    [["serve", "--redis", "cache"], "error: Cannot use --redis: expected a URL such as redis://"],
    [["serve", "--redis", "redis://127.0.0.1"], "error: Cannot use --redis without --store"],
    [["serve", "--role", "gateway"], "error: Cannot use --role without --store"],
    [["migrate", "--store", "db"], "error: Cannot use --store: expected a URL such as postgres://"],
    [["key", "list", "--store", "mysql://a:b@c"], "error: Cannot use --store: expected a URL such"],
    [["serve", "extra"], 'error: Too many arguments: use "alphadelta serve"'],
  ])("%j ends with 2 and one line", async (args, message) => {
    const { code, stdout, stderr } = await runInProcess(args);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect(code).toBe(2);
  });
});
