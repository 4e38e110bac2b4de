import { execFile, execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import {
  type DevAccount,
  devAccounts,
  signTransaction,
  type TransactionOf,
} from "../../src/devnet/mod.ts";
import { checkChain, copyChain } from "../../src/service/internal.ts";
import { createService } from "../../src/service/mod.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { runCli, type Running } from "./_process.ts";

const UP = /up at (http:\/\/127\.0\.0\.1:\d+)[^]*dev token\s+(\S+)/;
/** SQLite's errors for a write that found room for a part, and for nothing. */
const FULL = "(?:database or disk is full|disk I/O error)";

type Call = readonly [method: string, params: readonly unknown[]];

/** A service of delta in a folder. */
interface Served {
  readonly running: Running;
  readonly origin: string;
  /** Calls methods in one batch, at most 100; devnet control among them. */
  readonly batch: (calls: readonly Call[]) => Promise<Reply[]>;
}

/** A transfer or a proposal without its nonce. */
type Unnumbered = Pick<TransactionOf["delta"], "type"> & Readonly<Record<string, unknown>>;

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
const started: Running[] = [];
let accounts: DevAccount<"delta">[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "full-disk-"));
  accounts = await devAccounts("delta", { count: 10 });
});
afterEach(() => {
  for (const running of started.splice(0)) running.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function serve(data: string, ...flags: readonly string[]): Promise<Served> {
  const own = ["--port", "0", "--chain", "delta", "--keyless-tier", "Enterprise", "--dev"];
  const running = runCli("serve", ...own, "--no-traffic", "--data", data, ...flags);
  started.push(running);
  const [, origin = "", token = ""] = await running.printed(UP);
  const headers = { "Content-Type": "application/json", "X-Dev-Token": token };
  async function batch(calls: readonly Call[]): Promise<Reply[]> {
    const body = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await fetch(`${origin}/rpc/delta`, request)).json()) as Reply[];
  }
  return { running, origin, batch };
}

/** Submits a transaction of an account so many times, with nonces from 0. */
async function submit(
  { batch }: Served,
  account: DevAccount<"delta"> | undefined,
  transaction: Unnumbered,
  times: number,
): Promise<Reply[]> {
  if (!account) throw new Error("Ten accounts were asked for");
  const signed = Array.from({ length: times }, (_, nonce) =>
    signTransaction(account, { ...transaction, nonce } as TransactionOf["delta"]),
  );
  const calls = (await Promise.all(signed)).map(({ signedTx }): Call => [
    "tx_sendRawTransaction",
    [signedTx],
  ]);
  return batch(calls);
}

function statusOf({ result }: Reply): unknown {
  return result?.["status"];
}

async function mine({ batch }: Served): Promise<Reply | undefined> {
  const [reply] = await batch([["dev_mine", []]]);
  return reply;
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

/** Findings of a full check of the chain. */
async function faultsIn(data: string): Promise<string[]> {
  const faults: string[] = [];
  await checkChain({ data, segment: "delta" }, (fault) => faults.push(fault));
  return faults;
}

/** Starts a service on the folder, makes a block and stops it; gives what `/readyz` said. */
async function goOn(data: string): Promise<string> {
  const service = await createService({
    data,
    segments: ["delta"],
    history: 5,
    mode: "manual",
    traffic: false,
  });
  await service.produceBlock("delta");
  const response = await service.fetch("http://service.test/readyz");
  await service.close();
  return response.text();
}

/** The messages of what a service has logged; of any other line, the line. */
function logged(stderr: string): string[] {
  return stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (line.startsWith("{") ? String(JSON.parse(line).message) : line));
}

const PATIENCE = { timeout: 60_000 };

describe.runIf(canBound())("alphadelta serve on a disk that is full", PATIENCE, () => {
  test("continues once there is room, with a chain that is sound and can be copied", async () => {
    const data = join(folder, "mined");
    const served = await serve(data, "--history", "5", "--mode", "manual");
    const [payer, second, proposer, late, ...others] = accounts;
    const to = String(accounts[9]?.address);
    const payment = { type: "transfer", to, value: 1n } as const;
    // As much as a block has room for, 120 transfers and 89 proposals.
    const texts = { title: "t".repeat(120), description: "d".repeat(4_000) };
    const proposal = { type: "propose", ...texts } as const;
    const replies = [
      ...(await submit(served, payer, payment, 60)),
      ...(await submit(served, second, payment, 60)),
      ...(await submit(served, proposer, proposal, 89)),
    ];
    expect(replies.map(statusOf)).toEqual(Array(209).fill("pending"));
    await fillDisk(served, data);
    const internal = { error: { code: -32603, message: "Internal error" } };
    expect(await mine(served)).toMatchObject(internal);
    expect(await readiness(served)).toMatch(
      new RegExp(`^not ready: delta: the last block could not be produced: ${FULL}\n$`),
    );
    expect(await submit(served, late, payment, 1)).toMatchObject([internal]);

    await freeDisk(served);
    // Which keeps nine proposals out of the next block.
    for (const account of [late, ...others]) {
      const taken = await submit(served, account, payment, 20);
      expect(taken.map(statusOf)).toEqual(Array(20).fill("pending"));
    }
    expect(await mine(served)).toMatchObject({ result: { number: 6 } });
    expect(await readiness(served)).toMatch(/^ready\n/);
    served.running.kill();
    const { code, stderr } = await served.running.ended;
    expect(code).toBe(0);
    for (const message of logged(stderr)) expect(message).toMatch(new RegExp(`^${FULL}$`));
    expect(logged(stderr)).toHaveLength(2);

    expect(await faultsIn(data)).toEqual([]);
    const ignore = (): void => undefined;
    const copied = await copyChain({
      ...{ segment: "delta", from: { data }, to: { data: join(folder, "copied") } },
      ...{ onProgress: ignore, onFault: ignore },
    });
    expect(copied).toMatchObject({ height: 6, pending: 9 });
  });

  test("stops on a signal as usual, and starts again once there is room", async () => {
    const data = join(folder, "stopped");
    const served = await serve(data, "--history", "5", "--mode", "manual");
    await fillDisk(served, data);
    const transfer = { type: "transfer", to: String(accounts[1]?.address), value: 1n } as const;
    // What the log of the database has room for already may still be taken.
    const replies = await submit(served, accounts[0], transfer, 100);
    const failed = replies.findIndex(({ error }) => error);
    expect(replies[failed]).toMatchObject({ error: { code: -32603 } });
    expect(await readiness(served)).toMatch(
      new RegExp(`^not ready: delta: the last submission could not be stored: ${FULL}\n$`),
    );
    served.running.kill();
    const { code, stderr } = await served.running.ended;
    const [failure, ...rest] = logged(stderr);
    expect(failure).toMatch(new RegExp(`^${FULL}$`));
    expect(rest).toEqual([]);
    expect(code).toBe(0);

    const check = [process.execPath, COMMAND_LINE, "check", "--data", data];
    const checked = await promisify(execFile)("prlimit", ["--fsize=0", ...check]);
    expect(checked).toEqual({ stdout: "delta: sound\n", stderr: "" });
    expect(await goOn(data)).toMatch(/^ready\n/);
    expect(await faultsIn(data)).toEqual([]);
  });

  test("says in one line that a chain cannot be created, and creates it once there is room", async () => {
    const data = join(folder, "begun");
    const flags = ["--port", "0", "--chain", "delta", "--data", data, "--history", "100"];
    const bounded = ["--fsize=200000", process.execPath, COMMAND_LINE, "serve", ...flags];
    const failed = await promisify(execFile)("prlimit", bounded).catch(
      (error: { readonly code: number; readonly stderr: string }) => error,
    );
    expect(failed.stderr).toMatch(
      new RegExp(`^error: Cannot write the history of delta: ${FULL}\n$`),
    );
    expect(failed).toMatchObject({ code: 1 });
    expect(await goOn(data)).toMatch(/^ready\n/);
    expect(await faultsIn(data)).toEqual([]);
  });
});
