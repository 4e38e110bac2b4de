import { execFile, execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  type DevAccount,
  devAccounts,
  signTransaction,
  type TransactionOf,
} from "../../src/devnet/mod.ts";
import { runCli, type Running } from "./_process.ts";

const UP = /up at (http:\/\/127\.0\.0\.1:\d+)[^]*dev token\s+(\S+)/;
/** What SQLite says of a write that found room for a part, and for nothing. */
const FULL = "(?:database or disk is full|disk I/O error)";

/** A service of delta in a folder. */
interface Served {
  readonly running: Running;
  readonly origin: string;
  /** Calls a method; devnet control among them. */
  call(method: string, params?: readonly unknown[]): Promise<Reply>;
}

interface Reply {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** Tells whether the system has what bounds the files of a running process. */
function canBound(): boolean {
  try {
    execFileSync("prlimit", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

let folder: string;
let accounts: DevAccount<"delta">[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "full-disk-"));
  accounts = await devAccounts("delta", { count: 10 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serve(data: string, ...flags: readonly string[]): Promise<Served> {
  const own = ["--port", "0", "--segments", "delta", "--keyless-tier", "Enterprise", "--dev"];
  const running = runCli("serve", ...own, "--no-traffic", "--data", data, ...flags);
  const [, origin = "", token = ""] = await running.printed(UP);
  return {
    running,
    origin,
    async call(method, params = []) {
      const response = await fetch(`${origin}/rpc/delta`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Dev-Token": token },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      return (await response.json()) as Reply;
    },
  };
}

async function submit(
  { call }: Served,
  account: DevAccount<"delta"> | undefined,
  transaction: TransactionOf["delta"],
): Promise<Reply> {
  if (!account) throw new Error("Ten accounts were asked for");
  const { signedTx } = await signTransaction(account, transaction);
  return call("tx_sendRawTransaction", [signedTx]);
}

/** Lets no file of the process grow beyond what the log of the chain's database has. */
async function fillDisk({ running }: Served, data: string): Promise<void> {
  await bound(running, String(statSync(join(data, "delta.sqlite-wal")).size));
}

async function freeDisk({ running }: Served): Promise<void> {
  await bound(running, "unlimited");
}

async function bound({ id }: Running, bytes: string): Promise<void> {
  await promisify(execFile)("prlimit", ["--pid", String(id), `--fsize=${bytes}:`]);
}

async function readiness({ origin }: Served): Promise<string> {
  return (await fetch(`${origin}/readyz`)).text();
}

async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(...args).ended;
  return `${code} ${stdout}${stderr}`;
}

/** The messages of what a service has logged; of any other line, the line. */
function logged(stderr: string): string[] {
  return stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (line.startsWith("{") ? String(JSON.parse(line).message) : line));
}

describe.runIf(canBound())("alphadelta serve on a disk that is full", () => {
  test("goes on once there is room, with a chain that is sound and a dump that can be loaded", async () => {
    const data = join(folder, "mined");
    const served = await serve(data, "--history", "5", "--mode", "manual");
    const [payer, proposer, late, ...others] = accounts;
    const to = String(accounts[9]?.address);
    for (let nonce = 0; nonce < 120; nonce++) {
      const reply = await submit(served, payer, { type: "transfer", to, value: 1n, nonce });
      expect(reply.result).toMatchObject({ status: "pending" });
    }
    // As much as a block has room for.
    const texts = { title: "t".repeat(120), description: "d".repeat(4_000) };
    for (let nonce = 0; nonce < 89; nonce++) {
      const reply = await submit(served, proposer, { type: "propose", ...texts, nonce });
      expect(reply.result).toMatchObject({ status: "pending" });
    }
    await fillDisk(served, data);
    const internal = { error: { code: -32603, message: "Internal error" } };
    expect(await served.call("dev_mine")).toMatchObject(internal);
    expect(await readiness(served)).toMatch(
      new RegExp(`^not ready: delta: the last block could not be made: ${FULL}\n$`),
    );
    const payment = { type: "transfer", to, value: 1n } as const;
    expect(await submit(served, late, { ...payment, nonce: 0 })).toMatchObject(internal);

    await freeDisk(served);
    // Which keeps some proposals out of the next block.
    for (const account of [late, ...others]) {
      for (let nonce = 0; nonce < 20; nonce++) {
        const reply = await submit(served, account, { ...payment, nonce });
        expect(reply.result).toMatchObject({ status: "pending" });
      }
    }
    expect((await served.call("dev_mine")).result).toMatchObject({ number: 6 });
    expect(await readiness(served)).toBe("ready\n");
    served.running.kill();
    const { code, stderr } = await served.running.ended;
    expect(code).toBe(0);
    for (const message of logged(stderr)) expect(message).toMatch(new RegExp(`^${FULL}$`));
    expect(logged(stderr)).toHaveLength(2);

    expect(await run("check", "--data", data)).toBe("0 delta: sound\n");
    const dump = join(folder, "mined.dump");
    const chain = ["--segment", "delta"];
    expect(await run("dump", "--data", data, ...chain, "--output", dump)).toMatch(/^0 /);
    const loaded = join(folder, "loaded");
    expect(await run("load", "--data", loaded, ...chain, "--input", dump)).toMatch(
      /^0 delta: 7 blocks/,
    );
  }, 60_000);

  test("ends with one line when it is told to stop, and starts again once there is room", async () => {
    const data = join(folder, "stopped");
    const served = await serve(data, "--history", "5", "--mode", "manual");
    await fillDisk(served, data);
    const transfer = { type: "transfer", to: String(accounts[1]?.address), value: 1n } as const;
    // What the log of the database has room for already may still be taken.
    let last: Reply = {};
    for (let nonce = 0; nonce < 1_000 && !last.error; nonce++) {
      last = await submit(served, accounts[0], { ...transfer, nonce });
    }
    expect(last).toMatchObject({ error: { code: -32603 } });
    expect(await readiness(served)).toMatch(
      new RegExp(`^not ready: delta: the last submission could not be stored: ${FULL}\n$`),
    );
    served.running.kill();
    const { code, stderr } = await served.running.ended;
    const [failure, end, ...rest] = logged(stderr);
    expect(failure).toMatch(new RegExp(`^${FULL}$`));
    expect(end).toMatch(
      new RegExp(
        `^error: Cannot close delta: Cannot write the state tree: ${FULL}; no block is lost, the next start makes the tree again$`,
      ),
    );
    expect(rest).toEqual([]);
    expect(code).toBe(1);

    expect(await run("check", "--data", data)).toBe("0 delta: sound\n");
    const again = await serve(data, "--mode", "manual");
    expect((await again.call("dev_mine")).result).toMatchObject({ number: 6 });
    expect(await readiness(again)).toBe("ready\n");
    again.running.kill();
    expect(await again.running.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await run("check", "--data", data)).toBe("0 delta: sound\n");
  });

  test("says in one line that a chain cannot be begun, and begins it once there is room", async () => {
    const data = join(folder, "begun");
    const flags = ["--port", "0", "--segments", "delta", "--data", data, "--history", "2000"];
    const main = join(import.meta.dirname, "../../src/cli/main.ts");
    const bounded = ["--fsize=1000000", process.execPath, main, "serve", ...flags];
    const failed = await promisify(execFile)("prlimit", bounded).catch(
      (error: { readonly code: number; readonly stderr: string }) => error,
    );
    expect(failed.stderr).toMatch(
      new RegExp(`^error: Cannot write the history of delta: ${FULL}\n$`),
    );
    expect(failed).toMatchObject({ code: 1 });
    const served = await serve(data, "--history", "5", "--mode", "manual");
    served.running.kill();
    expect(await served.running.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await run("check", "--data", data)).toBe("0 delta: sound\n");
  });
});
