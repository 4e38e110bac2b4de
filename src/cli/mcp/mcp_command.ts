import type { Client } from "../../client/mod.ts";
import { type ClientFlags, command } from "../command.ts";
import { describeFailure, wrongUse } from "../exit_error.ts";
import { loadOptional } from "../load_optional.ts";
import { openClient, readSettings } from "../settings/connection.ts";
import { toJson } from "../../units/mod.ts";
import type { Fields } from "../json.ts";
import { packageVersion, type Terminal } from "../terminal.ts";
import { callTool, describeTool, INSTRUCTIONS, TOOLS } from "./tools.ts";

export const mcp = command({
  description:
    "Offer every read as a tool over the Model Context Protocol, on standard input and output, with the client's rate limit and validation",
  isClient: true,
  printsLines: true,
  examples: ["mcp --chain {segment} --endpoint https://api.example"],
  run: ({ terminal, flags }) => serveTools(terminal, flags),
});

const SDK = "@modelcontextprotocol/sdk";

async function serveTools(terminal: Terminal, flags: ClientFlags): Promise<void> {
  const { Server } = await loadOptional(
    "MCP",
    SDK,
    () => import("@modelcontextprotocol/sdk/server/index.js"),
  );
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const { CallToolRequestSchema, ListToolsRequestSchema } =
    await import("@modelcontextprotocol/sdk/types.js");
  const segment = await readSettings(terminal, flags).then(
    (settings) => settings.segment,
    () => undefined,
  );
  const clients = new Map<string, Promise<Client>>();
  const clientFor = (chain: string): Promise<Client> => {
    const known = clients.get(chain) ?? openClient(terminal, { ...flags, chain });
    clients.set(chain, known);
    return known;
  };
  const info = { name: "alphadelta", version: packageVersion() };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...TOOLS.values()].map((tool) => describeTool(tool, segment)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const tool = TOOLS.get(params.name);
      if (!tool) throw wrongUse(`There is no tool ${JSON.stringify(params.name)}.`);
      const given: Fields = params.arguments ?? {};
      const chain = given.chain ?? segment;
      if (typeof chain !== "string") throw wrongUse("Missing chain: name the chain and network.");
      const result = await callTool(await clientFor(chain), tool, given);
      return { content: [{ type: "text", text: toJson(result) }], structuredContent: result };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: describeFailure(error).text }] };
    }
  });
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no event target
    server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
}
