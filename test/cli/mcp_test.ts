import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatUnits } from "../../src/units/mod.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../src/generated/commands.gen.ts";
import type { FirstSegment } from "../../src/generated/segments.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { COMMAND_LINE } from "./_command_line.ts";

let service: TestService<FirstSegment>;
let client: Client;
beforeAll(async () => {
  service = await startService({ history: 5, traffic: true });
  client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND_LINE, "mcp", "--chain", "delta", "--endpoint", service.url],
      env: { XDG_CONFIG_HOME: "/proc/none" },
    }),
  );
});
afterAll(async () => {
  await client.close();
  await service.close();
});

async function call(
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ text: string; isError: unknown }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [{ text = "" } = {}] = content as { text?: string }[];
  return { text, isError };
}

async function structured(
  name: string,
  args: Record<string, unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const { structuredContent, content } = await client.callTool({ name, arguments: args });
  const [{ text = "" } = {}] = content as { text?: string }[];
  expect(JSON.parse(text)).toEqual(structuredContent);
  return structuredContent as Record<string, unknown>;
}

/** Methods that repeat an operation. */
const REPEATED = [
  "chain_getInfo",
  "chain_getBlockByNumber",
  "chain_getBlockByHash",
  "delta_getValidator",
];

test("every operation and method that changes nothing is a tool once, and no other", async () => {
  const { tools } = await client.listTools();
  const reads = [...Object.entries(OPERATION_COMMANDS), ...Object.entries(METHOD_COMMANDS)];
  const safe = reads.filter(([, info]) => info.safe && !info.body).map(([name]) => name);
  const once = safe.filter((name) => !REPEATED.includes(name));
  expect(once).toHaveLength(safe.length - REPEATED.length);
  expect(tools.map(({ name }) => name)).toEqual(once);
  expect(safe).not.toContain("tx_sendRawTransaction");
  const list = tools.find(({ name }) => name === "listBlocks");
  expect(list?.inputSchema.properties).toMatchObject({
    limit: { type: "integer", maximum: 100, default: 20 },
    order: { type: "string", enum: ["asc", "desc"] },
    chain: { default: "delta", enum: ["alpha", "alpha-testnet", "delta", "delta-testnet"] },
  });
  expect(list?.annotations).toEqual({ title: "List blocks", readOnlyHint: true });
});

test("a tool answers with JSON, amounts as strings, on the chain that is named", async () => {
  const block = JSON.parse((await call("getBlock", { identifier: 3 })).text);
  expect(block).toMatchObject({ number: 3, gasUsed: expect.any(String) });
  const listed = JSON.parse((await call("listBlocks", { order: "asc", limit: 2 })).text);
  expect(listed).toMatchObject({
    blocks: [{ number: 0 }, { number: 1 }],
    pagination: { totalItems: 6 },
  });
  const info = JSON.parse((await call("getChainInfo", { chain: "alpha" })).text);
  expect(info.chain).toBe("alpha");
});

test("a model is told of units, pages and limits", () => {
  const instructions = client.getInstructions();
  for (const word of ["base units", "18 decimals", "Unix seconds", "page", "rate limit"])
    expect(instructions).toContain(word);
});

test("amounts come with their decimals beside base units, gas without", async () => {
  const [holder] = await service.accounts("delta");
  const address = holder?.address ?? "";
  const account = await structured("getAccount", { address });
  const balance = BigInt(String(account.balance));
  expect(account.balanceDecimal).toBe(formatUnits(balance, 18));
  const { tokens } = await structured("listAccountTokens", { address });
  expect(tokens).toContainEqual(
    expect.objectContaining({ symbol: "GLD", decimals: 6, balanceDecimal: expect.any(String) }),
  );
  for (const { balance: units, decimals, balanceDecimal } of tokens as Record<string, string>[])
    expect(balanceDecimal).toBe(formatUnits(BigInt(String(units)), Number(decimals)));
  const block = await structured("getBlock", { identifier: 1 });
  expect(block).not.toHaveProperty("gasUsedDecimal");
  const { tools } = await client.listTools();
  const { properties } = tools.find(({ name }) => name === "getAccount")?.outputSchema ?? {};
  expect(properties).toMatchObject({
    balance: { type: "string", description: "Amount in base units." },
    balanceDecimal: { type: "string", description: "balance in whole tokens." },
    firstSeen: { type: "integer", description: "Unix time in seconds." },
  });
});

test("every tool answers by its output schema, on both chains", async () => {
  // The client of the protocol validates each answer by the schema of its tool, once it has listed the tools.
  const { tools } = await client.listTools();
  for (const chain of ["alpha", "delta"] as const) {
    const reads = service.client(chain);
    const [transaction] = (await reads.listTransactions()).items;
    const proposals =
      chain === "delta"
        ? (await service.client("delta").listProposals({ status: "all" })).items
        : [];
    const validators =
      chain === "delta" ? (await service.client("delta").listValidators()).items : [];
    const values: Record<string, unknown> = {
      ...{ address: transaction?.from, hash: transaction?.hash, txHash: transaction?.hash },
      ...{ identifier: 1, number: 1, id: proposals[0]?.id ?? 1 },
      ...{
        commitment: transaction?.commitments?.[0],
        serialNumber: transaction?.serialNumbers?.[0],
      },
    };
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(outputSchema?.type, name).toBe("object");
      const { required = [], properties = {} } = inputSchema;
      const { enum: chains } = properties.chain as { readonly enum: readonly string[] };
      if (!chains.includes(chain)) continue;
      const given = Object.fromEntries(required.map((one) => [one, values[one]]));
      if (name.endsWith("Validator")) given.address = validators[0]?.address;
      const { isError, text } = await call(name, { ...given, chain });
      expect(isError, `${name}: ${text}`).toBeUndefined();
    }
  }
});

test("what may be null is the result of an object", async () => {
  const hash = `0x${"7".repeat(64)}`;
  expect(await structured("tx_getTransaction", { txHash: hash })).toEqual({ result: null });
});

test.each([
  ["getBlock", { identifier: "x" }, "Cannot call getBlock: identifier must be"],
  ["listBlocks", { limit: 1000 }, "limit must be an integer up to 100"],
  ["listBlocks", { size: 1 }, 'listBlocks takes page, limit, order, chain, not "size".'],
  ["getBlock", { identifier: 999 }, "NOT_FOUND"],
  ["alpha_getRecord", { commitment: "0x00", chain: "delta" }, "it exists only on alpha"],
  ["tx_sendRawTransaction", { signedTx: "0x00" }, 'There is no tool "tx_sendRawTransaction".'],
])("%s of %j is an error that says why", async (name, args, message) => {
  const { text, isError } = await call(name, args);
  expect(text).toContain(message);
  expect(isError).toBe(true);
});
