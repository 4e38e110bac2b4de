import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import type { Client } from "../../client/mod.ts";
import { type ClientFlags, command } from "../command.ts";
import { describeFailure, wrongUse } from "../exit_error.ts";
import { loadOptional } from "../load_optional.ts";
import { readConfig } from "../settings/config_file.ts";
import { clientOf, keyFileOf, namedSegment, readSettings } from "../settings/connection.ts";
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

async function serveTools(terminal: Terminal, flags: ClientFlags): Promise<void> {
  const config = await readConfig(terminal);
  if (keyFileOf(terminal, flags, config) === "-")
    throw wrongUse(
      "Cannot read the key from standard input, which has the messages of the protocol: name a file by --key-file, or set ALPHADELTA_KEY.",
    );
  const segment = namedSegment(terminal, flags, config);
  const { McpServer } = await loadOptional(
    "MCP",
    "@modelcontextprotocol/server",
    () => import("@modelcontextprotocol/server"),
  );
  const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
  const clients = new Map<string, Promise<Client>>();
  const open = (chain: string): Promise<Client> => {
    const settings = readSettings(terminal, { ...flags, chain });
    const opened = settings.then((own) => clientOf(own, terminal));
    clients.set(chain, opened);
    // The next call tries again: a key file may be there by then.
    opened.catch(() => clients.delete(chain));
    return opened;
  };
  const info = { name: "alphadelta", version: packageVersion() };
  const options = { capabilities: { tools: {} }, instructions: INSTRUCTIONS };
  // One server for each connection; its first message tells the revision of the protocol.
  const create = (): InstanceType<typeof McpServer> => {
    const mcpServer = new McpServer(info, options);
    mcpServer.server.setRequestHandler("tools/list", () => ({
      tools: [...TOOLS.values()].map((tool) => describeTool(tool, segment)),
    }));
    mcpServer.server.setRequestHandler("tools/call", async ({ params }) => {
      try {
        const tool = TOOLS.get(params.name);
        if (!tool) throw wrongUse(`There is no tool ${JSON.stringify(params.name)}.`);
        const args: Fields = params.arguments ?? {};
        const chain = args.chain ?? segment;
        if (typeof chain !== "string") throw wrongUse("Missing chain: name the chain and network.");
        const result = await callTool(await (clients.get(chain) ?? open(chain)), tool, args);
        return { content: [{ type: "text", text: toJson(result) }], structuredContent: result };
      } catch (error) {
        return { isError: true, content: [{ type: "text", text: describeFailure(error).text }] };
      }
    });
    return mcpServer;
  };
  // The transport drops calls under way at the end of its input, so that end is kept from it.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _, written) => terminal.stdout.text(text, written),
  });
  serveStdio(create, { transport: new StdioServerTransport(input, output) });
  await once(process.stdin, "end");
}
