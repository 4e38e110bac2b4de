import { resolveEndpoints, type Segment, SEGMENTS } from "../chains/mod.ts";
import { NOT_BUILT } from "../service/mod.ts";

/** What `serve` prints when it is up: endpoints, docs, and a program to paste. */
export function welcome(origin: string): string {
  const rows = (Object.keys(SEGMENTS) as Segment[]).map((segment) => {
    const { rest, rpc, ws } = resolveEndpoints(segment, origin);
    return `  ${segment.padEnd(14)} REST ${rest.padEnd(42)} JSON-RPC ${(rpc ?? "").padEnd(43)} WebSocket ${ws ?? ""}`;
  });
  return `alphadelta is up at ${origin}

${rows.join("\n")}
  docs           ${origin}/docs

Paste this into first.ts in this folder and run "npx node first.ts":

  import { createClient } from "alphadelta";

  const delta = createClient("delta", { endpoints: "${origin}" });
  const info = await delta.getChainInfo();
  console.log(\`Height \${info.blockHeight}, \${info.totalTransactions} transactions\`);

Not built yet, answered with an internal error: ${NOT_BUILT.join(", ")}
Press Ctrl-C to stop.`;
}
