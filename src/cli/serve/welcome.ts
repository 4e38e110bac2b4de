import { resolveEndpoints, type Segment, SEGMENTS } from "../../chains/mod.ts";
import { devAccounts } from "../../devnet/mod.ts";
import { EXAMPLE_SEGMENT } from "../../generated/segments.gen.ts";

/** The service that is up. */
export interface WelcomeOptions {
  /** @default every segment of the specs */
  readonly segments?: readonly Segment[];
  readonly seed: number;
  /** When blocks are produced, in words. */
  readonly blocks: string;
  /** Origin of the metrics, where they have one of their own. */
  readonly metricsOrigin?: string | undefined;
  /** Token of the devnet's control, where that is served. */
  readonly devToken: string | undefined;
}

/**
 * What `serve` prints when it is up, within 80 columns: endpoints, docs, seed, block time, the token, a program to paste,
 * and the accounts that genesis funds, keys included: anyone who knows the seed knows them.
 */
export async function welcome(
  origin: string,
  {
    segments = Object.keys(SEGMENTS) as Segment[],
    seed,
    blocks,
    metricsOrigin,
    devToken,
  }: WelcomeOptions,
): Promise<string> {
  const [first = EXAMPLE_SEGMENT] = segments;
  const example = segments.find((one) => one === EXAMPLE_SEGMENT) ?? first;
  const { chain } = SEGMENTS[example];
  const endpoints = segments.map((segment) => resolveEndpoints(segment, origin));
  const rows: [name: string, values: (string | undefined)[]][] = [
    ["REST", endpoints.map(({ rest }) => rest)],
    ["JSON-RPC", endpoints.map(({ rpc }) => rpc)],
    ["WebSocket", endpoints.map(({ ws }) => ws)],
    ["docs", [`${origin}/docs`]],
    ["metrics", [metricsOrigin && `${metricsOrigin}/metrics`]],
    ["seed", [String(seed)]],
    ["blocks", [blocks]],
    ["dev token", [devToken]],
  ];
  const chains = new Map(
    segments.toReversed().map((segment) => [SEGMENTS[segment].chain, segment]),
  );
  const accounts = await Promise.all([...chains.values()].map((one) => accountsOf(one, seed)));
  return `alphadelta is up at ${origin}

${rows.flatMap(([name, values]) => linesOf(name, values)).join("\n")}

${accounts.join("\n\n")}

Paste this into first.ts in this folder and run "npx node first.ts":

  import { createClient } from "alphadelta";

  const ${chain} = createClient("${example}", { endpoints: "${origin}" });
  const { blockHeight, totalTransactions } = await ${chain}.getChainInfo();
  console.log(\`Height \${blockHeight}, \${totalTransactions} transactions\`);

Press Ctrl-C to stop.`;
}

/** Lines for the values that there are, the name before the first. */
function linesOf(name: string, values: readonly (string | undefined)[]): string[] {
  const shown = values.filter((value) => value !== undefined);
  return shown.map((value, index) => `  ${(index === 0 ? name : "").padEnd(10)} ${value}`);
}

/** The accounts of a segment, each with its private key below it. */
async function accountsOf(segment: Segment, seed: number): Promise<string> {
  const { chain, network } = SEGMENTS[segment];
  const accounts = await devAccounts(chain, { network, seed });
  const lines = accounts.map(
    ({ address, privateKey }, index) => `  (${index}) ${address}\n      ${privateKey}`,
  );
  return `Accounts of ${segment}, 1,000,000 tokens each, with their private keys:\n\n${lines.join("\n")}`;
}
