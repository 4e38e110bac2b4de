import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../src/generated/commands.gen.ts";
import type { FirstSegment } from "../../src/generated/segments.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { COMMAND_LINE } from "./_command_line.ts";

let service: TestService<FirstSegment>;
let client: Client;
beforeAll(async () => {
  service = await startService({ history: 5 });
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

test("every operation and method that changes nothing is a tool, and no other", async () => {
  const { tools } = await client.listTools();
  const reads = [...Object.entries(OPERATION_COMMANDS), ...Object.entries(METHOD_COMMANDS)];
  const safe = reads.filter(([, info]) => info.safe && !info.body).map(([name]) => name);
  expect(tools.map(({ name }) => name)).toEqual(safe);
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
  const info = JSON.parse((await call("chain_getInfo", { chain: "alpha" })).text);
  expect(info.networkId).toBe("alpha");
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
