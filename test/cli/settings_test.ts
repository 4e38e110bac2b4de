import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FirstSegment } from "../../src/generated/segments.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import type { Clock } from "../../src/transport/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import type { Ended } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";
const SECRET = "adk_0123456789abcdef";

let service: TestService<FirstSegment>;
let home: string;
beforeAll(async () => {
  service = await startService({ history: 5 });
});
beforeEach(async () => {
  if (home) await rm(home, { recursive: true, force: true });
  home = await mkdtemp(join(tmpdir(), "settings-"));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await service.close();
});

/** A text as editors of Windows save it. */
function wide(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, "utf16le");
}

function run(
  args: string,
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = "",
  clock?: Clock,
): Promise<Ended> {
  return runInProcess(args.split(" "), { env: { XDG_CONFIG_HOME: home, ...env }, input, clock });
}

describe("a setting", () => {
  test("is taken from a flag, else from a variable, else from the file", async () => {
    await run("config set chain alpha");
    await run(`config set endpoint ${service.url}`);
    const chainOf = async (args: string, env = {}): Promise<unknown> => {
      const { stdout } = await run(`api getChainInfo --json ${args}`.trim(), env);
      return JSON.parse(stdout).chain;
    };
    expect(await chainOf("")).toBe("alpha");
    expect(await chainOf("", { ALPHADELTA_CHAIN: "delta" })).toBe("delta");
    expect(await chainOf("--chain alpha", { ALPHADELTA_CHAIN: "delta" })).toBe("alpha");
  });

  test.each([
    ["alpha", "account", "delta"],
    ["delta", "account", "alpha"],
    ["delta", "balance", "alpha"],
  ] as const)("of %s leaves the %s of an address of %s to that", async (setting, name, chain) => {
    await run(`config set chain ${setting}`);
    await run(`config set endpoint ${service.url}`);
    const [account] = await service.accounts(chain);
    const { code, stdout } = await run(`${name} ${account?.address} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty("balance");
  });

  test("leaves a list that is filtered by an address to the chain of that", async () => {
    await run("config set chain delta");
    await run(`config set endpoint ${service.url}`);
    const [account] = await service.accounts("alpha");
    const { code, stdout, stderr } = await run(`txs --address ${account?.address} --json`);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toBeInstanceOf(Array);
  });

  test("names the network, where a call or an address names the chain", async () => {
    await using testnet = await startService({ segments: ["delta-testnet"], history: 2 });
    await run("config set chain alpha-testnet");
    await run(`config set endpoint ${testnet.url}`);
    expect((await run("validators")).code).toBe(0);
    const [account] = await testnet.accounts("delta-testnet");
    expect((await run(`balance ${account?.address}`)).code).toBe(0);
    // A flag is heeded as it is.
    const refused = await run(`balance ${account?.address} --chain alpha-testnet`);
    expect(refused.stderr).toMatch(/ of delta-testnet: use --chain delta-testnet\n$/);
    expect(refused.code).toBe(2);
  });

  test("without a command is answered by the help", async () => {
    const { code, stdout, stderr } = await run("--chain delta");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: alphadelta [options] [command]");
  });

  test("may stand in front of the command", async () => {
    const { stdout } = await run(`--chain delta --endpoint=${service.url} api getBlock 3 --json`);
    expect(JSON.parse(stdout)).toMatchObject({ number: 3, gasUsed: expect.any(String) });
  });

  test("is shown, listed and removed; one that is not there is not found", async () => {
    await run("config set chain delta");
    expect(await run("config get chain")).toMatchObject({ code: 0, stdout: "delta\n" });
    expect(await run("config list")).toMatchObject({ code: 0, stdout: "chain = delta\n" });
    await run("config unset chain");
    expect(await run("config get chain")).toEqual({
      code: 3,
      stdout: "",
      stderr: "error: There is no setting chain.\n",
    });
  });

  test.each([
    ["config set chain gamma", 'Cannot use chain "gamma": choose alpha, alpha-testnet, '],
    [
      "config set endpoint http://h/v1/delta/",
      "http://127.0.0.1:8645, without the path /v1/delta.",
    ],
    ["config set endpoint 127.0.0.1", "Cannot use the endpoint: expected an origin such as http"],
    [
      "config set endpoint localhost:8645",
      "Cannot use the endpoint: expected http://localhost:8645.",
    ],
    ["config set tier gold", 'Cannot use tier "gold": choose Public, '],
    [
      "config set colour blue",
      'name must be one of chain, endpoint, tier, key-file, key, got "colour"',
    ],
    ["config set endpont X", 'key-file, key, got "endpont" (Did you mean endpoint?)'],
    ["config set key adk_1", "Cannot take the key as an argument, where other users can see it"],
    ["block 1", "Missing chain: use --chain with alpha"],
    [
      "block 1 --chain gamma",
      '--chain must be one of alpha, alpha-testnet, delta, delta-testnet, got "gamma"',
    ],
    [
      "block -1 --chain delta",
      'block must be a height such as 1204, a hash that starts with 0x, or latest, got "-1"',
    ],
    [
      "block 1,204 --chain delta",
      'block must be a height such as 1204, a hash that starts with 0x, or latest, got "1,204"',
    ],
    [`balance ${ADDRESS} --at 1,204`, '--at must be a height such as 1204 or latest, got "1,204"'],
    [
      "watch transactions --chain delta --type foo",
      "error: Cannot call chain_subscribe: --type must be one of transfer, ",
    ],
    ["watch blocks --chain delta --from -1", '--from must be a height such as 1204, got "-1"'],
    [
      "block 1 --chain delta --key-file /proc/none",
      "Cannot read the key file /proc/none, named by --key-file: there is no such file.",
    ],
    [
      "block 1 --chain delta --key-file /tmp",
      "Cannot read the key file /tmp, named by --key-file: it is a folder.",
    ],
    [
      "block 1 --chain delta --key-file /dev/null",
      "Cannot use the key in /dev/null, named by --key-file: it is empty; expected",
    ],
    [
      "dev mine --chain delta --token-file /proc/none",
      "Cannot read the token in /proc/none, named by --token-file: there is no such file.",
    ],
    ["block 1 --chain delta --endpoint http://u:p@h", "Cannot use the endpoint"],
  ])("%s is wrong use", async (args, message) => {
    const { code, stdout, stderr } = await run(args, { ALPHADELTA_ENDPOINT: service.url });
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test("names a key file for commands in any folder", async () => {
    await run("config set key-file key.txt");
    expect((await run("config get key-file")).stdout).toBe(`${resolve("key.txt")}\n`);
    const told = `the key file ${resolve("key.txt")}, named by the setting key-file: there is no`;
    expect((await run("block 1 --chain delta")).stderr).toContain(told);
    const other = await run("block 1 --chain delta", { ALPHADELTA_KEY_FILE: "none" });
    expect(other.stderr).toContain("the key file none, named by ALPHADELTA_KEY_FILE: there is no");
  });

  test("of a file that cannot be read is reported with its name", async () => {
    await mkdir(join(home, "alphadelta/config.json"), { recursive: true });
    const { code, stderr } = await run("config list");
    expect(stderr).toMatch(/^error: Cannot read .*config\.json: EISDIR\.\n$/);
    expect(code).toBe(1);
  });

  test("of a file that begins with a byte order mark is read", async () => {
    await run("config set chain delta");
    const file = join(home, "alphadelta/config.json");
    await writeFile(file, `\ufeff${await readFile(file, "utf8")}`);
    expect(await run("config list")).toEqual({ code: 0, stdout: "chain = delta\n", stderr: "" });
  });

  test("of a file in UTF-16 is refused, and the file is left as it is", async () => {
    await run("config set chain delta");
    const file = join(home, "alphadelta/config.json");
    await writeFile(file, wide('{"chain": "alpha"}'));
    for (const args of ["config list", "config set chain delta", "block 1"])
      expect(await run(args)).toEqual({
        code: 2,
        stdout: "",
        stderr: `error: Cannot read ${file}: it is UTF-16. Save it as UTF-8.\n`,
      });
    expect(await readFile(file)).toEqual(wide('{"chain": "alpha"}'));
  });

  test("from standard input is one line without control characters", async () => {
    for (const name of ["endpoint", "key-file"]) {
      const { code, stderr } = await run(`config set ${name} -`, {}, "http://a\n.example");
      expect(stderr).toBe(
        `error: Cannot set ${name}: expected one line without control characters.\n`,
      );
      expect(code).toBe(2);
    }
    expect((await run("config list")).stdout).toBe("");
  });

  test("of a broken file is reported without the file's content", async () => {
    await run("config set chain delta");
    await writeFile(join(home, "alphadelta/config.json"), `{"key": "${SECRET}"`);
    const { code, stderr } = await run("block 1");
    expect(stderr).toMatch(
      /^error: Cannot read .*config\.json: expected a JSON object of strings\.\n$/,
    );
    expect(code).toBe(1);
  });
});

describe("the API key", () => {
  test("is kept in a file that its owner alone reads, and never shown", async () => {
    expect(await run("config set key -", {}, `${SECRET}\n`)).toMatchObject({ code: 0 });
    const file = join(home, "alphadelta/config.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toContain(SECRET);
    for (const command of ["config get key", "config list"])
      expect((await run(command)).stdout).toContain("(set)");
  });

  test.each([
    ["a file", async () => ["--key-file", join(home, "key.txt")]],
    ["standard input", async () => ["--key-file", "-"]],
  ])("from %s is presented, and a refusal does not repeat it", async (_, flags) => {
    await writeFile(join(home, "key.txt"), `${SECRET}\n`);
    const args = ["block", "1", "--chain", "delta", "--endpoint", service.url, ...(await flags())];
    const { code, stdout, stderr } = await runInProcess(args, { input: `${SECRET}\n` });
    expect(stderr).toContain("Cannot call getBlock: The API key");
    expect(stdout + stderr).not.toContain(SECRET);
    expect(code).toBe(2);
  });

  const WRONG: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["of two lines", `${SECRET}\n${SECRET}\n`, "it has 2 lines"],
    ["of two lines of Windows", `${SECRET}\r\n${SECRET}\r\n`, "it has 2 lines"],
    ["of control characters", `${SECRET}\u0007`, "it has control characters"],
    ["of a null", `${SECRET}\0`, "it has null characters, as UTF-16 has"],
    ["of spaces", `Bearer ${SECRET}`, "it has spaces"],
    ["of other letters", `${SECRET}é`, "it has characters that are not ASCII"],
    ["in UTF-16", wide(SECRET), "it is UTF-16. Save it as UTF-8."],
    ["in UTF-16 without a mark", wide(SECRET).subarray(2), "it has null characters"],
    ["in Latin-1", Buffer.from(`${SECRET}é`, "latin1"), "it is not UTF-8. Save it as UTF-8."],
  ];

  test.each(WRONG)(
    "%s is refused by its fault, which does not repeat it",
    async (_, key, fault) => {
      const stored = await run("config set key -", {}, key);
      const at = `--chain delta --endpoint ${service.url}`;
      const presented = await run(`block 1 ${at} --key-file -`, {}, key);
      await writeFile(join(home, "key.txt"), key);
      const named = await run(`block 1 ${at}`, { ALPHADELTA_KEY_FILE: join(home, "key.txt") });
      for (const { code, stdout, stderr } of [stored, presented, named]) {
        expect(stderr).toMatch(/^error: Cannot (?:use|read) [^\n]*\n$/);
        expect(stderr).toContain(fault);
        expect(stderr).not.toContain(SECRET);
        expect([code, stdout]).toEqual([2, ""]);
      }
      expect((await run("config list")).stdout).toBe("");
    },
  );

  test("that cannot be one is refused in a variable and in the settings too", async () => {
    const at = `block 1 --chain delta --endpoint ${service.url}`;
    const given = await run(at, { ALPHADELTA_KEY: `${SECRET}\n${SECRET}` });
    await mkdir(join(home, "alphadelta"));
    const settings = JSON.stringify({ key: `${SECRET}\n${SECRET}` });
    await writeFile(join(home, "alphadelta/config.json"), settings);
    const set = await run(at);
    const expected = "it has 2 lines; expected one line with nothing but the key.\n";
    expect(given.stderr).toBe(`error: Cannot use the key in ALPHADELTA_KEY: ${expected}`);
    expect(set.stderr).toBe(`error: Cannot use the key of the settings: ${expected}`);
    expect([given.code, set.code]).toEqual([2, 2]);
  });

  test("in the place of its file is not repeated", async () => {
    const { code, stderr } = await run(`block 1 --chain delta --key-file ${SECRET}`);
    expect(stderr).toBe(
      "error: Cannot read the key file (key), named by --key-file: there is no such file.\n",
    );
    expect(code).toBe(2);
  });

  test("may begin with a byte order mark", async () => {
    expect(await run("config set key -", {}, `\ufeff${SECRET}\r\n`)).toMatchObject({ code: 0 });
    const file = join(home, "alphadelta/config.json");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ key: SECRET });
  });

  test("in an error of the network is taken out of it", async () => {
    const env = { ALPHADELTA_KEY: SECRET, ALPHADELTA_ENDPOINT: `http://${SECRET}.invalid` };
    const { stderr } = await run("block 1 --chain delta", env);
    expect(stderr).not.toContain(SECRET);
    expect(stderr).toContain("See --endpoint");
  });
});

describe("an exit code", () => {
  const at = (args: string): Promise<Ended> => run(`${args} --endpoint ${service.url}`);

  test("is 3 for a block or transaction that is not found", async () => {
    expect(await at("block 999 --chain delta")).toMatchObject({ code: 3 });
    expect(await at(`tx 0x${"00".repeat(32)} --chain delta`)).toMatchObject({ code: 3 });
    expect(await at(`rpc tx_getTransaction 0x${"00".repeat(32)} --chain delta`)).toMatchObject({
      code: 3,
      stdout: "",
    });
  });

  test("tells a rate limit, and when to come back", async () => {
    service.faults.set([{ path: "/v1/delta", kind: "status", status: 429, probability: 1 }]);
    const clock = new ManualClock(Date.now());
    const { code, stderr } = await clock.until(
      run(`block 1 --chain delta --endpoint ${service.url}`, {}, "", clock),
    );
    service.faults.clear();
    expect(stderr).toMatch(/^error: .*Try again .*--key-file\.\n$/);
    expect(code).toBe(4);
  });

  test("tells that no service is there", async () => {
    const { code, stderr } = await run("block 1 --chain delta --endpoint http://127.0.0.1:9");
    expect(stderr).toMatch(/^error: .*127\.0\.0\.1:9.*alphadelta serve"\.\n$/);
    expect(code).toBe(1);
  });

  test("of a refused connection asks once whether a service runs", async () => {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    await once(server.close(), "close");
    const { stderr } = await run(`block 1 --chain delta --endpoint http://127.0.0.1:${port}`);
    expect(stderr).toMatch(
      /REFUSED 127\.0\.0\.1:\d+\. Is the service running there\? See --endpoint/,
    );
    expect(stderr.match(/running/g)).toHaveLength(1);
  });

  test("comes with a message that commands no terminal, whatever the service says", async () => {
    const server = createServer((_, response) => {
      const error = { code: "NOT_FOUND", message: "No \u001b[31mblock" };
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: false, error }));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await run(`block 1 --chain delta --endpoint http://127.0.0.1:${port}`);
    server.close();
    expect(stderr).toBe("error: NOT_FOUND: No \\u001b[31mblock\n");
    expect(code).toBe(3);
  });

  test.each([
    ["blok", "unknown command 'blok' (Did you mean block?)"],
    ["api getBlok 1", "unknown command 'getBlok' (Did you mean getBlock?)"],
    ["rpc chain_getinfo", "unknown command 'chain_getinfo' (Did you mean chain_getInfo?)"],
    ["block 1 --chian delta", "unknown option '--chian' (Did you mean --chain?)"],
    ["watch foo", "unknown command 'foo'. Choose blocks, transactions, "],
    ["config foo", "unknown command 'foo'. Choose set, get, unset, list."],
    ["tx", 'Missing hash: use "alphadelta tx <hash>".'],
    ["tokens", "unknown command 'tokens' (Did you mean account or transfer?)"],
    ["wallet", "unknown command 'wallet'. See \"alphadelta --help\"."],
    ["a", "unknown command 'a' (Did you mean account or api?)"],
    ["s-", "unknown command 's-'. See"],
    ["api tokens", "unknown command 'tokens' (Did you mean listAccountTokens or getToken?)"],
    ["blocks --limt=3", "unknown option '--limt=3' (Did you mean --limit?)"],
    [`txs ${ADDRESS}`, `Unexpected "${ADDRESS}": use "alphadelta txs --address ${ADDRESS}".`],
    ["blocks 7", 'Unexpected "7": use "alphadelta block 7".'],
    ["height 7", 'Too many arguments: use "alphadelta height".'],
    ["key issue --emial a@b.c", "unknown option '--emial' (Did you mean --email?)"],
    [
      "api getBlock x --chain delta",
      "Cannot call getBlock: identifier must be an integer or 0x and 64",
    ],
    [
      "api listBlocks --limit many --chain delta",
      'Cannot call listBlocks: --limit must be an integer up to 100, got "many"',
    ],
    [
      "account dx1foo",
      "Cannot call getAccount: address must be an address that starts with ax1 or dx1 and has a valid checksum, got",
    ],
    [
      "balance dx1foo",
      "Cannot call account_getBalance: address must be an address that starts with ax1",
    ],
    ["tx zz", "Cannot call getTransaction: hash must be 0x and"],
    [
      "block x",
      `block must be a height such as 1204, a hash that starts with 0x, or latest, got "x"`,
    ],
    ["receipt zz", "Cannot call tx_getTransactionReceipt: txHash must be 0x and"],
    ["send zz", "Cannot call tx_sendRawTransaction: signedTx must be 0x and"],
    ["record 1", "Cannot call alpha_getRecord: commitment must be 0x and"],
    ["blocks --order acs", 'Cannot call listBlocks: --order must be one of "asc", "desc"'],
    ["rpc tx_getTransaction zz", "Cannot call tx_getTransaction: txHash must be 0x and"],
    ["account foo", "address must be an address that starts with ax1 or dx1"],
    ["validator foo", "address must be an address that starts with ax1 or dx1"],
    ["txs --address foo", "--address must be an address that starts with ax1 or dx1"],
    ["api getAccount foo", "address must be an address that starts with ax1 or dx1"],
    ["rpc account_getNonce foo", "address must be an address that starts with ax1 or dx1"],
    ["validators --chain alpha", "it exists only on delta. Use --chain delta."],
  ])("tells that %s is wrong use, and suggests", async (args, message) => {
    const { code, stderr } = await at(args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  });
});
