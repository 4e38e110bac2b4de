import { resolveEndpoints, type Segment, SEGMENTS } from "../chains/mod.ts";
import { FIRST_SEGMENTS } from "../generated/segments.gen.ts";

/** What is served. */
export interface WelcomeOptions {
  /** @default every segment of the documents */
  readonly segments?: readonly Segment[];
  /** Token of the devnet's control, where that is served. */
  readonly devToken: string | undefined;
}

/** What `serve` prints when it is up: endpoints of what it serves, docs, the token, and a program to paste. */
export function welcome(
  origin: string,
  { segments = Object.keys(SEGMENTS) as Segment[], devToken }: WelcomeOptions,
): string {
  const example =
    segments.find((one) => one === FIRST_SEGMENTS.delta) ?? segments[0] ?? FIRST_SEGMENTS.delta;
  const { chain } = SEGMENTS[example];
  const rows = segments.map((segment) => {
    const { rest, rpc, ws } = resolveEndpoints(segment, origin);
    return `  ${segment.padEnd(14)} REST ${rest.padEnd(42)} JSON-RPC ${(rpc ?? "").padEnd(43)} WebSocket ${ws ?? ""}`;
  });
  return `alphadelta is up at ${origin}

${rows.join("\n")}
  docs           ${origin}/docs${devToken === undefined ? "" : `\n  dev token      ${devToken}`}

Paste this into first.ts in this folder and run "npx node first.ts":

  import { createClient } from "alphadelta";

  const ${chain} = createClient("${example}", { endpoints: "${origin}" });
  const info = await ${chain}.getChainInfo();
  console.log(\`Height \${info.blockHeight}, \${info.totalTransactions} transactions\`);

Press Ctrl-C to stop.`;
}
