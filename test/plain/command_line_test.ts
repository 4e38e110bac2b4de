import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "../../src/cli/calls/call.ts";
import { everyCommand, lineOf } from "../cli/_every_command.ts";
import { runInProcess } from "../cli/_run_in_process.ts";
import type { PlainChain } from "./_plain_chain.ts";
import { PlainService } from "../plain_service.ts";

const folder = mkdtempSync(join(tmpdir(), "plain-"));
let plain: PlainService;
let chain: PlainChain;

beforeAll(async () => {
  plain = await PlainService.open();
  chain = plain.chain("delta");
});
afterAll(async () => {
  await plain.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command, with names in braces in place of values of the service. */
async function run(line: readonly string[]): ReturnType<typeof runInProcess> {
  const [, , block] = chain.blocks;
  const values: Readonly<Record<string, string | undefined>> = {
    ...{ "{tx}": block?.transactions[0]?.hash, "{block}": block?.hash },
    ...{ "{ann}": chain.ann, "{validator}": chain.validator },
    ...{ "{list}": join(folder, "list.txt") },
    "{signed}": chain.sign(2n, chain.transactions.length),
  };
  writeFileSync(join(folder, "list.txt"), `${chain.bob}\n`);
  const env = {
    ...{ ALPHADELTA_ENDPOINT: plain.origin, ALPHADELTA_CHAIN: "delta" },
    ALPHADELTA_TIER: "Enterprise",
  };
  return runInProcess(
    line.map((word) => values[word] ?? word),
    { env },
  );
}

/** Commands with their arguments, and what they print as JSON. */
const TRIED: Readonly<Record<string, readonly [args: string, printed: unknown]>> = {
  info: ["", { chain: "Delta", network: "main", blockHeight: 9 }],
  height: ["", { blockHeight: 9 }],
  block: ["{block}", { number: 3, txCount: 1, gasUsed: "20000", extra: "0xPlain" }],
  tx: ["{tx}", { value: "7", status: "success" }],
  account: ["{ann}", { nonce: 9, txCount: 9, tokens: [{ symbol: "PLN", balance: "250" }] }],
  balance: ["{ann}", { balance: String(10n ** 20n - 81n), nonce: 9 }],
  blocks: ["--limit 2", [{ number: 9 }, { number: 8 }]],
  txs: ["--limit 2", [{ height: 9, amount: "13" }, { height: 8 }]],
  validators: ["", [{ name: "Seven", stake: "500" }]],
  validator: ["{validator}", { about: { status: "active" }, delegators: 2 }],
  proposals: ["", [{ id: 4, title: "Lower fees" }]],
  proposal: ["4", { text: "…", tally: [9, 1, 0] }],
  record: ["0xABCD --chain alpha", { note: "ABCD", spendable: true }],
  receipt: ["{tx}", { status: 1, logs: ["Transfer", ["of", 5]] }],
  "watch blocks": ["--from 9 --count 1", { data: { number: 9 } }],
  "watch transactions": ["--from 9 --count 1", { data: { value: "13", blockNumber: 9 } }],
  "watch accountActivity": ["--addresses {list} --from 9 --count 1", { data: { value: "13" } }],
  "api getChainInfo": ["", { chain: "Delta" }],
  "api getChainStats": ["", { tps: 0.4, totalStaked: "540" }],
  "api listBlocks": ["--limit 1", [{ number: 9 }]],
  "api getBlock": ["3", { hash: expect.stringMatching(/^0x[0-9A-F]{40}$/) }],
  "api listBlockTransactions": ["3", [{ amount: "7" }]],
  "api getTransaction": ["{tx}", { value: "7" }],
  "api listTransactions": ["--limit 1 --address {ann}", [{ amount: "13" }]],
  "api getAccount": ["{ann}", { nonce: 9 }],
  "api listAccountTransactions": ["{ann} --limit 1 --direction out", [{ amount: "13" }]],
  "api listAccountTokens": ["{ann}", { tokens: [{ decimals: 2 }] }],
  "api listValidators": ["--status all", [{ name: "Seven" }]],
  "api getValidator": ["{validator}", { delegators: 2 }],
  "api listProposals": ["--status active", [{ id: 4 }]],
  "api getProposal": ["4", { text: "…" }],
  "api requestKey": ["--email a@b.c", { sentTo: "a@b.c" }],
  "rpc chain_getInfo": ["", { networkId: "77" }],
  "rpc chain_getBlockByNumber": ["3", { number: 3 }],
  "rpc chain_getBlockByHash": ["{block}", { number: 3 }],
  "rpc account_getBalance": ["{ann}", { nonce: 9 }],
  "rpc account_getNonce": ["{ann}", { nonce: 9 }],
  "rpc tx_getTransaction": ["{tx}", { transactionIndex: 0 }],
  "rpc tx_getTransactionReceipt": ["{tx}", { gasUsed: "20000" }],
  "rpc alpha_getRecord": ["0xABCD --chain alpha", { note: "ABCD" }],
  "rpc alpha_getSerialNumber": ["0xABCF --chain alpha", { spent: true }],
  "rpc delta_getStake": ["{ann}", { unbondingCompleteTime: "in two days" }],
  "rpc delta_getValidator": ["{validator}", { uptime: 1 }],
  "rpc tx_sendRawTransaction": ["{signed}", { status: "pending" }],
};

test.each(Object.keys(TRIED))("%s prints what came", async (name) => {
  const [args, printed] = TRIED[name] as (typeof TRIED)[string];
  const { code, stdout, stderr } = await run(
    [...name.split(" "), ...args.split(" "), "--json"].filter(Boolean),
  );
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject(printed as object);
});

/** Commands that the tests above and below leave out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  transfer: "signs in the form of the devnet",
  deliver: "its events are those of watch",
  "api getToken": "an extension",
  mcp: "its tools are the calls of api",
  serve: "gateway_test.ts",
  warm: "of a gateway alone",
  status: "of a service of this project alone",
  dev: "of a devnet alone",
  watch: "topics that are not polled",
};
const TRIED_BELOW = ["send", "doctor", "export blocks", "export transactions", "export account"];

test("each command that calls a service is tried, or is left out for a reason", async () => {
  const commands = [...(await everyCommand()).keys()].filter((name) => !lineOf(name)?.isOffline);
  const known = [...Object.keys(TRIED), ...TRIED_BELOW];
  const unknown = commands.filter(
    (name) => !known.includes(name) && !LEFT_OUT[name] && !LEFT_OUT[name.split(" ")[0] ?? ""],
  );
  expect(unknown).toEqual(
    ["completion", "config set", "config get", "config unset", "config list"].filter((name) =>
      commands.includes(name),
    ),
  );
  const calls = CALLS.filter(({ info }) => info.specified).map(
    ({ name, kind }) => `${kind === "method" ? "rpc" : "api"} ${name}`,
  );
  expect(calls.filter((name) => !known.includes(name))).toEqual([]);
});

test("send prints that a transaction is pending, and the code of one that is known", async () => {
  const signed = chain.sign(3n, chain.transactions.length + 1);
  expect(await run(["send", signed])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("pending"),
  });
  const again = await run(["send", signed]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("-32000")]);
});

test("export writes every item of a list, though it has no heights and no total", async () => {
  for (const line of [["transactions"], ["account", "{ann}"]]) {
    const { code, stdout, stderr } = await run(["export", ...line]);
    expect(code, stderr).toBe(0);
    const items = stdout
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one));
    expect(items.map(({ amount }) => Number(amount))).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(stderr).toContain("The service does not tell how many transactions there are.");
  }
});

test("export refuses to choose by heights that the items do not have", async () => {
  const { code, stdout, stderr } = await run(["export", "transactions", "--from", "3"]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(
    "Cannot export by height: the service lists transactions without blockNumber.",
  );
});

test("export takes blocks by height, where the first one has another height than 0", async () => {
  const long = await PlainService.open({ blocks: 205 });
  const endpoint = ["--endpoint", long.origin];
  const { stdout } = await run(["export", "blocks", "--from", "100", "--to", "203", ...endpoint]);
  const heights = stdout
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one).number);
  expect(heights).toEqual(Array.from({ length: 104 }, (_, index) => 100 + index));
  await long.close();
});

test("the doctor finds extensions that differ alone, and calls nothing of the interface broken", async () => {
  const { code, stdout } = await run(["doctor", "--events", "0", "--timeout", "20", "--json"]);
  const findings = JSON.parse(stdout) as readonly {
    readonly subject: string;
    readonly aspect: string;
    readonly verdict: string;
    readonly reason?: string;
    readonly differences: readonly { readonly path: string; readonly specified: boolean }[];
  }[];
  const broken = findings.flatMap(({ subject, aspect, differences }) =>
    differences
      .filter(({ specified }) => specified)
      .map(({ path }) => `${subject}, ${aspect}: ${path}`),
  );
  expect(broken).toEqual([]);
  const untried = findings.filter(({ verdict }) => verdict === "not tried");
  expect(untried.map(({ subject }) => subject)).toEqual([
    "getToken",
    "requestKey",
    "tx_sendRawTransaction",
  ]);
  expect(code).toBe(0);
});
