import { setTimeout } from "node:timers/promises";
import { devAccounts } from "../../src/devnet/mod.ts";
import { METHODS, SIMPLIFIED_CALLS } from "../../src/generated/service/methods.gen.ts";
import { OPERATIONS } from "../../src/generated/service/operations.gen.ts";
import type { MethodInfo, OperationInfo, ParameterInfo } from "../../src/tables.ts";
import type { Random } from "../_random.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { type Gateway, openGateway } from "./_served.ts";

export type Chain = "delta" | "alpha";

/** How much is read: in each round the chain changes while as many reads are under way, and then as many are compared. */
export interface ReadingPlan {
  readonly chain: Chain;
  readonly rounds: number;
  readonly reads: number;
}

/** What random reads through a gateway were answered with. */
export interface Reading {
  /** Reads that were compared with the upstream's answer at the same height. */
  readonly compared: number;
  /** Requests with another answer than the upstream's: what was asked, and both answers. */
  readonly differences: readonly (readonly string[])[];
  /** `Cache-Status` of each. */
  readonly sources: readonly (string | null)[];
  /** Paths and methods that were read. */
  readonly names: ReadonlySet<string>;
}

/** A request, as it is sent. */
interface Asked {
  /** Path of the operation as the specs have it, or the method. */
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
}

/** Values that parameters may have, by their names. */
type Pools = Readonly<Record<string, readonly unknown[]>>;

/** Times that a read is asked. */
const MOST_TRIES = 5;

/** Reads operations and methods at random through a gateway, while blocks come and are replaced. */
export async function readAtRandom(plan: ReadingPlan, random: Random): Promise<Reading> {
  const gateway = await openGateway({
    clock: SYSTEM_CLOCK,
    behind: { segments: [plan.chain], history: 40, traffic: true },
    upstream: {
      // Some answers are overtaken by the events of what changed since they were read.
      async fetch(input, init) {
        const response = await fetch(input, init);
        if (random.upTo(2) === 0) await setTimeout(random.upTo(60));
        return response;
      },
    },
  });
  try {
    return await readThrough(gateway, plan, random);
  } finally {
    await gateway.close();
  }
}

async function readThrough(
  gateway: Gateway,
  { chain, rounds, reads }: ReadingPlan,
  random: Random,
): Promise<Reading> {
  const upTo = (most: number): number => random.upTo(most);
  const pick: Pick = (list) => list[upTo(list.length - 1)] as never;
  const hashes: string[] = [];
  const sources: (string | null)[] = [];
  const differences: (readonly string[])[] = [];
  const names = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    // What is under way while the chain changes fills the cache with what may be outdated.
    const pools = await poolsOf(gateway, chain, hashes);
    const racing = Array.from({ length: reads }, async () => {
      const { path, init } = randomRead(chain, pools, pick);
      return gateway.read(path, init);
    });
    await setTimeout(upTo(12));
    await (upTo(9) < 4
      ? gateway.upstream.reorganise(chain, 1 + upTo(3))
      : gateway.upstream.produceBlock(chain));
    await Promise.all(racing);
    await gateway.caughtUp();
    const later = await poolsOf(gateway, chain, hashes);
    const compared = Array.from({ length: reads }, async () => {
      const { name, path, init } = randomRead(chain, later, pick);
      const answers = await patiently(() => gateway.both(path, init));
      const [own, wanted] = answers.map(({ status, text }) => `${status} ${partOf(text)}`);
      if (own !== wanted)
        differences.push([`${path} ${String(init?.body ?? "")}`, own ?? "", wanted ?? ""]);
      sources.push(answers[0].headers.get("Cache-Status"));
      names.add(name);
    });
    await Promise.all(compared);
  }
  return { compared: sources.length, differences, sources, names };
}

/** Asks again where the gateway says so, as clients do: on a busy machine its upstream may seem to be away for a moment. */
async function patiently(ask: () => ReturnType<Gateway["both"]>): ReturnType<Gateway["both"]> {
  for (let tries = 1; ; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const answers = await ask();
    const wait = Number(answers[0].headers.get("Retry-After") ?? 0);
    if (wait === 0 || tries === MOST_TRIES) return answers;
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await setTimeout(wait * 1_000);
  }
}

/** What an answer is, without what is another in each. */
function partOf(text: string): string {
  return text.replace(/"meta":\{[^}]*\}/, "");
}

/** Paths and methods of a chain that only read. */
export function readsOf(chain: Chain): readonly string[] {
  const operations: readonly OperationInfo[] = Object.values(OPERATIONS);
  const methods: readonly (readonly [string, MethodInfo])[] = [
    ...Object.entries(METHODS),
    ...Object.entries(SIMPLIFIED_CALLS),
  ];
  return [
    ...operations
      .filter(({ verb, chains }) => verb === "get" && chains.includes(chain))
      .map(({ path }) => path),
    ...methods
      .filter(([, { safe, chains }]) => safe && chains.includes(chain))
      .map(([name]) => name),
  ];
}

async function poolsOf({ upstream }: Gateway, chain: Chain, hashes: string[]): Promise<Pools> {
  const json = async (path: string): Promise<Record<string, never[]>> => {
    const response = await upstream.fetch(`http://u.test/v1/${chain}${path}`);
    return JSON.parse(await response.text()).data;
  };
  const { blocks = [] } = await json("/blocks?limit=5");
  const { transactions = [] } = await json("/transactions?limit=5");
  const accounts = (await devAccounts(chain)).map(({ address }) => address);
  const found = [...blocks, ...transactions] as readonly { hash: string; number?: number }[];
  // Those of blocks that are gone stay.
  for (const { hash } of found) if (!hashes.includes(hash)) hashes.push(hash);
  const head = found[0]?.number ?? 0;
  const heights = [0, 1, head - 4, head - 1, head, head + 1];
  const moved = chain === "delta" ? await json("/transactions?type=token_transfer&limit=5") : {};
  const validators = chain === "delta" ? await json("/validators") : {};
  const addresses = [
    ...accounts.slice(0, 3),
    ...(validators["validators"] ?? []).slice(0, 2).map(({ address }) => address),
  ];
  return {
    ...{
      identifier: [...heights, ...hashes],
      number: heights,
      blockNumber: [...heights, "latest"],
    },
    ...{ hash: hashes, blockHash: hashes, txHash: hashes, txid: hashes },
    contract: [...accounts.slice(0, 1), ...contractsOf(moved)],
    ...{ commitment: hashes, serialNumber: hashes, address: addresses, id: [1, 2, 3] },
    ...{ page: [1, 2, 3], limit: [1, 3, 20], fullTx: [true, false] },
  };
}

function contractsOf({ transactions = [] }: Readonly<Record<string, never[]>>): string[] {
  const listed = transactions as readonly { readonly token?: { readonly contract: string } }[];
  return listed.flatMap(({ token }) => (token ? [token.contract] : []));
}

type Pick = <T>(list: readonly T[]) => T;

function randomRead(chain: Chain, pools: Pools, pick: Pick): Asked {
  const value = (info: ParameterInfo): unknown => {
    const pool = info.valuesByChain?.[chain] ?? info.enum ?? pools[info.name];
    if (!pool) throw new Error(`There is no value for ${info.name}`);
    return pick<unknown>(pool);
  };
  const kind = pick(["operation", "operation", "method", "simplified"]);
  if (kind === "operation") {
    const operations: readonly OperationInfo[] = Object.values(OPERATIONS);
    const { path, parameters } = pick(
      operations.filter(({ verb, chains }) => verb === "get" && chains.includes(chain)),
    );
    const query = new URLSearchParams();
    let filled = path;
    for (const info of parameters) {
      if (info.in === "path") filled = filled.replace(`{${info.name}}`, String(value(info)));
      else if (pick([true, false])) query.set(info.name, String(value(info)));
    }
    return { name: path, path: `/v1/${chain}${filled}?${query.toString()}` };
  }
  const table: Readonly<Record<string, MethodInfo>> =
    kind === "method" ? METHODS : SIMPLIFIED_CALLS;
  const [method, { parameters }] = pick(
    Object.entries(table).filter(([, { safe, chains }]) => safe && chains.includes(chain)),
  );
  const params = parameters.map(value);
  const call = kind === "method" ? { jsonrpc: "2.0", id: 1, method, params } : { method, params };
  const headers = { "Content-Type": "application/json" };
  return {
    name: method,
    path: `/rpc/${chain}`,
    init: { method: "POST", headers, body: JSON.stringify(call) },
  };
}
