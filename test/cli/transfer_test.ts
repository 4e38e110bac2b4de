import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signTransaction } from "../../src/devnet/mod.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { startDifferentService } from "./_different_service.ts";
import type { Ended } from "./_process.ts";
import { runInProcess, type Surroundings } from "./_run_in_process.ts";

let service: TestService<"alpha" | "delta" | "delta-testnet">;
let folder: string;
beforeAll(async () => {
  const segments = ["alpha", "delta", "delta-testnet"] as const;
  service = await startService({ segments, history: 30 });
  folder = await mkdtemp(join(tmpdir(), "transfer-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

function run(args: string, surroundings: Surroundings = {}): Promise<Ended> {
  const env = { ALPHADELTA_ENDPOINT: service.url, ...surroundings.env };
  return runInProcess(args.split(" "), { ...surroundings, env });
}

/** Writes the private key of a funded account; gives the flag with it, and the address of another. */
async function sender(
  segment: "alpha" | "delta" | "delta-testnet",
  index = 0,
): Promise<{ from: string; to: string; key: string; secret: string }> {
  const accounts = await service.accounts(segment);
  const { privateKey = "", address: from = "" } = accounts[index] ?? {};
  const file = join(folder, `${segment}-${index}.key`);
  await writeFile(file, `${privateKey}\n`);
  const to = accounts[index + 1]?.address ?? "";
  return { from, to, key: `--from-key-file ${file}`, secret: privateKey };
}

const UNIT = 10n ** 18n;

/** Runs a transfer with `--wait`, and makes a block once it is submitted. */
async function sendAndMine(
  segment: "alpha" | "delta" | "delta-testnet",
  from: string,
  args: string,
): Promise<Ended> {
  const nonceOf = async (): Promise<number> =>
    (await service.client(segment).rpc.account_getNonce(from)).nonce;
  const before = await nonceOf();
  const sending = run(`transfer ${args} --wait --json`);
  const ended = sending.then(() => before + 1);
  await expect.poll(() => Promise.race([nonceOf(), ended])).toBe(before + 1);
  await service.mine(1, segment);
  return sending;
}

async function balanceOf(segment: "alpha" | "delta", address: string): Promise<bigint> {
  return (await service.client(segment).rpc.account_getBalance(address)).balance;
}

describe("transfer", () => {
  test.each(["delta", "alpha"] as const)(
    "on %s signs and submits an amount in tokens, and with --wait tells its block",
    async (segment) => {
      const { from, to, key } = await sender(segment);
      const before = await balanceOf(segment, to);
      const { code, stdout, stderr } = await sendAndMine(segment, from, `${to} 1.5 ${key}`);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      const sent = JSON.parse(stdout);
      const value = String((3n * UNIT) / 2n);
      expect(sent).toMatchObject({ from, to, value, status: "success" });
      expect(Object.keys(sent)).toEqual([
        ...["txHash", "from", "to", "nonce", "value", "fee", "status", "blockNumber"],
      ]);
      expect((await balanceOf(segment, to)) - before).toBe((3n * UNIT) / 2n);
    },
  );

  test("on alpha pays from records that earlier transfers left, and from several", async () => {
    const { from, to, key } = await sender("alpha", 2);
    // More than a record of genesis, so that it takes two of them.
    for (const amount of ["300000", "300001.25"]) {
      const before = await balanceOf("alpha", to);
      const { code, stderr } = await sendAndMine("alpha", from, `${to} ${amount} ${key}`);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect((await balanceOf("alpha", to)) - before).toBeGreaterThan(299_999n * UNIT);
    }
    const { code, stderr } = await run(`transfer ${to} 900000 ${key}`);
    expect(stderr).toContain("unspent records of");
    expect(code).toBe(1);
  });

  test("on alpha leaves records alone that pending transactions spend", async () => {
    const { from, to, key } = await sender("alpha", 4);
    for (const amount of ["1", "2"]) {
      const { code, stderr } = await run(`transfer ${to} ${amount} ${key}`);
      expect(stderr).toBe("");
      expect(code).toBe(0);
    }
    const { code, stderr } = await run(`transfer ${to} 900000 ${key}`);
    expect(stderr).toContain(
      "Pending transactions may spend others: try again after the next block.",
    );
    expect(code).toBe(1);
    await service.mine(1, "alpha");
    expect((await service.client("alpha").rpc.account_getNonce(from)).nonce).toBe(2);
  });

  test("from a key without an account on the receiver's chain says which account that is", async () => {
    const { to } = await sender("alpha");
    const input = "07".repeat(32);
    const { code, stderr } = await run(`transfer ${to} 1 --from-key-file -`, { input });
    expect(stderr).toMatch(
      /^error: Cannot send: the sender ax1\w+, the account of this key on alpha/,
    );
    expect(code).toBe(3);
  });

  test("from an account without tokens names the segment that it has none on", async () => {
    const { from, to } = await sender("delta");
    const input = "07".repeat(32);
    const { code, stderr } = await run(`transfer ${to} 1 --from-key-file -`, { input });
    expect(stderr).toMatch(
      / has 0 \(-32001\)\. That is its balance on delta: choose another segment with --chain\.\n$/,
    );
    expect(stderr).not.toContain(from);
    expect(code).toBe(1);
  });

  test("of a token takes its decimals and symbol", async () => {
    const accounts = await service.accounts("delta");
    const client = service.client("delta");
    const held = await Promise.all(
      accounts.map(async ({ address }) => (await client.listAccountTokens(address)).tokens),
    );
    const index = held.findIndex((tokens) => tokens.some(({ symbol }) => symbol === "GLD"));
    const { from, to, key } = await sender("delta", index);
    const { code, stdout } = await sendAndMine("delta", from, `${to} 0.25 --token gld ${key}`);
    expect(JSON.parse(stdout)).toMatchObject({ value: "250000", status: "success" });
    expect(code).toBe(0);
    const shown = await run(`tx ${JSON.parse(stdout).txHash} --chain delta`);
    expect(shown.stdout).toMatch(/^value +0\.25 GLD$/m);
    expect(shown.stdout).toMatch(/^token +dx1\w+$/m);
    const listed = await run(`txs --address ${from} --type token_transfer --limit 1 --chain delta`);
    expect(listed.stdout).toMatch(/ 0\.25 GLD +.* token_transfer +dx1\w+$/m);
    const { stderr } = await run(`transfer ${to} 1 --token NONE ${key}`);
    expect(stderr).toContain('Cannot send token "NONE": ');
  });

  test("of tokens are listed with one request, and one for each distinct token", async () => {
    const asked: string[] = [];
    const { url, server } = await startDifferentService((address, init) => {
      asked.push(new URL(address).pathname);
      return service.fetch(address, init);
    }, []);
    const client = service.client("delta");
    const [account = expect.fail("no account")] = await service.accounts("delta");
    const { tokens } = await client.listAccountTokens(account.address);
    const { nonce } = await client.rpc.account_getNonce(account.address);
    for (let count = 0; count < 50; count += 1) {
      const contract = tokens[count % tokens.length]?.contract ?? "";
      const moved = { type: "token_transfer", contract, to: account.address, value: 1n } as const;
      await client.sendRawTransaction(
        (await signTransaction(account, { ...moved, nonce: nonce + count })).signedTx,
      );
    }
    await service.mine(1, "delta");
    const args = "txs --type token_transfer --limit 50 --columns value,type --chain delta";
    const { stdout } = await run(args, { env: { ALPHADELTA_ENDPOINT: url } });
    server.close();
    const rows = stdout.match(/^ *\S+ (?:GLD|SLV) +token_transfer$/gm) ?? [];
    expect(rows).toHaveLength(50);
    const paths = ["transactions", ...tokens.map(({ contract }) => `tokens/${contract}`)];
    expect(asked.toSorted()).toEqual(paths.map((path) => `/v1/delta/${path}`).toSorted());
    expect(tokens).toHaveLength(2);
  });

  test("of more than the sender has of a token sends nothing", async () => {
    const { from, to, key } = await sender("delta", 4);
    const { code, stdout, stderr } = await run(`transfer ${to} 99999999.5 --token GLD ${key}`);
    expect(stderr).toMatch(`error: Cannot send 99999999.5 GLD: ${from} has `);
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });

  test("of more than the sender can pay says so in tokens", async () => {
    const { from, to, key } = await sender("delta", 7);
    const { code, stdout, stderr } = await run(`transfer ${to} 99999999.5 ${key}`);
    expect(stderr).toBe(
      `error: Insufficient funds: The transaction may cost 99999999.500021 tokens (99999999.5 tokens and 21000 gas at 0.000000001 tokens), ${from} has 1000000 tokens (-32001)\n`,
    );
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });

  test("without --wait is pending, and people read the amount with its symbol", async () => {
    const { to, secret } = await sender("delta", 4);
    const printed = await run(`transfer ${to} 2 --from-key-file -`, { input: secret.slice(2) });
    expect(printed).toMatchObject({ code: 0, stderr: "" });
    expect(printed.stdout).toMatch(/^value +2 delta$/m);
    expect(printed.stdout).toMatch(/^fee +0\.000021 delta$/m);
    expect(printed.stdout).toMatch(/^status +pending$/m);
    await service.mine(1, "delta");
  });

  describe("on a mainnet elsewhere", () => {
    /** The service by an address that is not known to be this machine's. */
    const elsewhere = (): { ALPHADELTA_ENDPOINT: string } => ({
      ALPHADELTA_ENDPOINT: service.url.replace("127.0.0.1", "0.0.0.0"),
    });

    test("asks first, and sends nothing without a yes", async () => {
      const { to, key } = await sender("delta", 5);
      const env = elsewhere();
      const no = await run(`transfer ${to} 1 ${key}`, { env, answer: "" });
      expect(no).toEqual({
        code: 130,
        stdout: "",
        stderr: `Send 1 delta to ${to} on delta, a mainnet? [y/N] error: Nothing was sent.\n`,
      });
      expect((await run(`transfer ${to} 1 ${key}`, { env, answer: "y" })).code).toBe(0);
      expect((await run(`transfer ${to} 1 ${key} --yes`, { env })).code).toBe(0);
      await service.mine(1, "delta");
    });

    test("is wrong use where nobody can answer", async () => {
      const { to, key } = await sender("delta", 5);
      const { code, stderr } = await run(`transfer ${to} 1 ${key}`, { env: elsewhere() });
      expect(stderr).toContain("pass --yes");
      expect(code).toBe(2);
    });

    test("is not asked about on a testnet", async () => {
      const { to, key } = await sender("delta-testnet");
      const { code } = await run(`transfer ${to} 1 ${key} --chain delta-testnet`, {
        env: elsewhere(),
      });
      expect(code).toBe(0);
    });
  });

  test.each([
    ["TO 1,5 KEY", 'Cannot use "1,5" as amount: expected tokens such as 1.5, above 0, with at'],
    ["TO 0 KEY", 'Cannot use "0" as amount'],
    ["TO 0.1234567890123456789 KEY", "with at most 18 decimals"],
    [
      `TO ${2n ** 128n} KEY`,
      'Cannot use "340282366920938463463374607431768211456" as amount: it is too large',
    ],
    ["TOx 1 KEY", "address must be an address that starts with dx1 and has a valid checksum, got"],
    ["nonsense 1 KEY", "address must be an address that starts with ax1 or dx1 and has a valid"],
    ["TO 1 --chain alpha KEY", "address must be an address that starts with ax1 and has a valid"],
    ["TO 1 --from-key k", "unknown option '--from-key' (Did you mean --from-key-file?)"],
    ["TO 1", "Missing --from-key-file: use"],
    [
      "TO 1 --from-key-file /proc/none",
      "/proc/none, named by --from-key-file: there is no such file",
    ],
    [
      "TO 1 --from-key-file /dev/null",
      "key in /dev/null, named by --from-key-file: expected one line",
    ],
  ])("%s is wrong use", async (args, message) => {
    const { to, key } = await sender("delta", 6);
    const { code, stdout, stderr } = await run(
      `transfer ${args.replace("TO", to).replace("KEY", key)}`,
    );
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test("never repeats a key, not even a malformed one", async () => {
    const { to, secret } = await sender("delta", 6);
    const input = `${secret}00`;
    const { code, stderr } = await run(`transfer ${to} 1 --from-key-file -`, { input });
    expect(stderr).toContain("expected one line with 64 hexadecimal digits");
    expect(stderr).not.toContain(secret.slice(2));
    expect(code).toBe(2);
  });

  test("never repeats a key that is passed in place of its file", async () => {
    const { to, secret } = await sender("delta", 6);
    const { code, stderr } = await run(`transfer ${to} 1 --from-key-file ${secret}`);
    expect(stderr).toContain(
      "Cannot read the key file (key), named by --from-key-file: there is no",
    );
    expect(code).toBe(2);
  });
});

test.each([
  ["validators --chain alpha-testnet", "Use --chain delta-testnet."],
  ["balance ALPHA --chain delta-testnet", "of alpha-testnet: use --chain alpha-testnet"],
  ["balance ALPHA --chain delta", "of alpha: use --chain alpha"],
])("%s names the chain to use on its network", async (args, advice) => {
  const { to } = await sender("alpha");
  const { code, stderr } = await run(args.replace("ALPHA", to));
  expect(stderr.trim()).toMatch(new RegExp(`${advice}$`));
  expect(code).toBe(2);
});

test("send has the same fields with --wait, and those of the receipt", async () => {
  const [account] = await service.accounts("delta-testnet");
  if (!account) throw new Error("No account");
  const { nonce } = await service.client("delta-testnet").rpc.account_getNonce(account.address);
  const draft = { type: "transfer", to: account.address, value: 1n, nonce } as const;
  const { signedTx: input, txHash } = await signTransaction(account, draft);
  const sent = await run("send --chain delta-testnet --json", { input });
  expect(JSON.parse(sent.stdout)).toEqual({ txHash, status: "pending" });
  await service.mine(1, "delta-testnet");
  const waited = await run("send --wait --chain delta-testnet --json", { input });
  const { blockNumber } = await service.client("delta-testnet").getTransaction(txHash);
  expect(JSON.parse(waited.stdout)).toMatchObject({ txHash, status: "confirmed", blockNumber });
});

test("height prints a number, and info the state of the chain", async () => {
  const { blockHeight } = await service.client("delta").getChainInfo();
  expect((await run("height --chain delta")).stdout).toBe(`${blockHeight}\n`);
  expect(JSON.parse((await run("height --chain delta --json")).stdout)).toEqual({ blockHeight });
  const info = JSON.parse((await run("info --chain delta --json")).stdout);
  expect(info).toMatchObject({ chain: "delta", blockHeight });
});
