import { resolveEndpoints, type Segment, SEGMENTS } from "../chains/mod.ts";

/** What `serve` prints when it is up: endpoints of what it serves, docs, and a program to paste. */
export function welcome(
  origin: string,
  segments: readonly Segment[] = Object.keys(SEGMENTS) as Segment[],
): string {
  const example = segments.find((segment) => segment === "delta") ?? segments[0] ?? "delta";
  const { chain } = SEGMENTS[example];
  const rows = segments.map((segment) => {
    const { rest, rpc, ws } = resolveEndpoints(segment, origin);
    return `  ${segment.padEnd(14)} REST ${rest.padEnd(42)} JSON-RPC ${(rpc ?? "").padEnd(43)} WebSocket ${ws ?? ""}`;
  });
  return `alphadelta is up at ${origin}

${rows.join("\n")}
  docs           ${origin}/docs

Paste this into first.ts in this folder and run "npx node first.ts":

  import { createClient } from "alphadelta";

  const ${chain} = createClient("${example}", { endpoints: "${origin}" });
  const info = await ${chain}.getChainInfo();
  console.log(\`Height \${info.blockHeight}, \${info.totalTransactions} transactions\`);

Press Ctrl-C to stop.`;
}
