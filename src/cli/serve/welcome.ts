import { resolveEndpoints, type Segment, SEGMENTS } from "../../chains/mod.ts";
import { devAccounts } from "../../devnet/mod.ts";
import { EXAMPLE_SEGMENT } from "../../generated/segments.gen.ts";

/** The chains of a service. */
export interface ChainSummary {
  /** @default every segment of the specs */
  readonly segments?: readonly Segment[] | undefined;
  /** Absent for one of several processes, whose seed is in the database. */
  readonly seed?: number | undefined;
  /** When blocks are produced, in words; absent likewise. */
  readonly blocks?: string | undefined;
  /** True if programs on this machine are not limited. */
  readonly isLocalFree?: boolean | undefined;
  /** Origins of the upstreams of a gateway. */
  readonly upstreams?: readonly string[] | undefined;
}

interface WelcomeOptions extends ChainSummary {
  /** Origin of the metrics, where they have one of their own. */
  readonly metricsOrigin?: string | undefined;
  /** Token of the devnet's control, where that is served. */
  readonly devToken: string | undefined;
  /** True if the private keys of the accounts are shown. Only a terminal's user should see them. */
  readonly showKeys: boolean;
}

const LOCAL_FREE = "none for this machine; a proxy on it needs --trusted-proxies";

/**
 * The greeting of `serve`, within 80 columns: endpoints, explorer, docs, seed, block time, limits, token, the first program of the
 * README, and the accounts that genesis funds, on a terminal with their private keys.
 */
export async function welcome(origin: string, options: WelcomeOptions): Promise<string> {
  const { segments = Object.keys(SEGMENTS) as Segment[], seed, blocks, devToken } = options;
  const { metricsOrigin, upstreams = [] } = options;
  const [first = EXAMPLE_SEGMENT] = segments;
  const example = segments.find((one) => one === EXAMPLE_SEGMENT) ?? first;
  const { chain } = SEGMENTS[example];
  const endpoints = segments.map((segment) => resolveEndpoints(segment, origin));
  const rows: [name: string, values: (string | undefined)[]][] = [
    ["REST", endpoints.map(({ rest }) => rest)],
    ["JSON-RPC", endpoints.map(({ rpc }) => rpc)],
    ["WebSocket", endpoints.map(({ ws }) => ws)],
    ["explorer", [origin]],
    ["docs", [`${origin}/docs`]],
    ["metrics", [metricsOrigin && `${metricsOrigin}/metrics`]],
    ["upstream", [...upstreams]],
    ["seed", [seed?.toString()]],
    ["blocks", [blocks]],
    ["limits", [options.isLocalFree ? LOCAL_FREE : undefined]],
    ["dev token", [devToken]],
  ];
  const chains = new Map(
    segments.toReversed().map((segment) => [SEGMENTS[segment].chain, segment]),
  );
  const funded = seed === undefined ? [] : [...chains.values()];
  const accounts = await Promise.all(funded.map((one) => accountsOf(one, options)));
  const others = segments.filter((one) => funded.length > 0 && !funded.includes(one));
  const [other] = others;
  if (other !== undefined)
    accounts.push(
      `Accounts of ${others.join(" and ")}:\n\n  alphadelta dev accounts --keys --chain ${other}`,
    );
  return `alphadelta is up at ${origin}

${[rows.flatMap(([name, values]) => linesOf(name, values)).join("\n"), ...accounts].join("\n\n")}

Save this as first.ts in this folder and run "npx -y node@24 first.ts":

  import { createClient } from "alphadelta";

  const ${chain} = createClient("${example}", { endpoints: "${origin}" });

  const { blockHeight, totalTransactions } = await ${chain}.getChainInfo();
  console.log(\`Height \${blockHeight}, \${totalTransactions} transactions\`);

  const { items } = await ${chain}.listBlocks({ limit: 3 });
  for (const { number, txCount } of items) {
    console.log(\`Block \${number} has \${txCount} transactions\`);
  }

Press Ctrl-C to stop.`;
}

/** The same for programs, without accounts, which can be derived from the seed. */
export function describeService(origin: string, options: WelcomeOptions): object {
  const { segments = Object.keys(SEGMENTS) as Segment[], seed, metricsOrigin, devToken } = options;
  const { upstreams } = options;
  const endpoints = segments.map((segment) => {
    const { rest, rpc, ws } = resolveEndpoints(segment, origin);
    return [segment, { rest, rpc, ws }] as const;
  });
  return {
    ...{ origin, segments: Object.fromEntries(endpoints), docs: `${origin}/docs` },
    ...{ metrics: metricsOrigin && `${metricsOrigin}/metrics`, upstreams, seed, devToken },
  };
}

/** Lines for the values that there are, the name before the first. */
function linesOf(name: string, values: readonly (string | undefined)[]): string[] {
  const shown = values.filter((value) => value !== undefined);
  return shown.map((value, index) => `  ${(index === 0 ? name : "").padEnd(10)} ${value}`);
}

/** The accounts of a segment, each with its private key below it where that is shown. */
async function accountsOf(
  segment: Segment,
  { seed = 0, showKeys }: WelcomeOptions,
): Promise<string> {
  const { chain, network } = SEGMENTS[segment];
  const accounts = await devAccounts(chain, { network, seed });
  const lines = accounts.map(
    ({ address, privateKey }, index) =>
      `  (${index}) ${address}${showKeys ? `\n      ${privateKey}` : ""}`,
  );
  const keys = showKeys ? ", with their private keys" : "";
  return `Accounts of ${segment}, 1,000,000 tokens each${keys}:\n\n${lines.join("\n")}`;
}
