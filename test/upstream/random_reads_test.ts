import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { devAccounts } from "../../src/devnet/mod.ts";
import { METHODS, SIMPLIFIED_CALLS } from "../../src/generated/service/methods.gen.ts";
import { OPERATIONS } from "../../src/generated/service/operations.gen.ts";
import type { MethodInfo, OperationInfo, ParameterInfo } from "../../src/tables.ts";
import { forSeeds, type Random } from "../_random.ts";
import { type Gateway, openGateway } from "./_served.ts";

const CHAINS = ["delta", "alpha"] as const;
type Chain = (typeof CHAINS)[number];

/** Rounds, each after a change of the chain, and reads of each that are compared. */
const ROUNDS = 20;
const READS = 60;
const SEEDS = process.env["FAULTS"] === "long" ? 6 : 1;

let gateway: Gateway;
afterEach(() => gateway.close());

/** A request, as it is sent. */
interface Asked {
  readonly path: string;
  readonly init?: RequestInit;
}

/** Values that parameters may have, by their names. */
type Pools = Readonly<Record<string, readonly unknown[]>>;

describe.each(CHAINS)("random reads of every operation and method of %s", (chain) => {
  test("are the upstream's data at equal heights, whatever happens to the chain", async () => {
    await forSeeds(SEEDS, (random) => readAtRandom(chain, random));
  }, 300_000);
});

async function readAtRandom(chain: Chain, random: Random): Promise<void> {
  const upTo = (most: number): number => random.upTo(most);
  gateway = await openGateway({
    behind: { segments: [chain], history: 40, traffic: true },
    upstream: {
      // Some answers are overtaken by the events of what changed since they were read.
      async fetch(input, init) {
        const response = await fetch(input, init);
        if (upTo(2) === 0) await setTimeout(upTo(60));
        return response;
      },
    },
  });
  const pick: Pick = (list) => list[upTo(list.length - 1)] as never;
  const hashes: string[] = [];
  const sources: (string | null)[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // What is under way while the chain changes fills the cache with what may be outdated.
    const pools = await poolsOf(chain, hashes);
    const racing = Array.from({ length: READS }, async () => {
      const { path, init } = randomRead(chain, pools, pick);
      return gateway.read(path, init);
    });
    await setTimeout(upTo(12));
    await (upTo(9) < 4
      ? gateway.upstream.reorganise(chain, 1 + upTo(3))
      : gateway.upstream.produceBlock(chain));
    await Promise.all(racing);
    await gateway.caughtUp();
    const later = await poolsOf(chain, hashes);
    const compared = Array.from({ length: READS }, async () => {
      const { path, init } = randomRead(chain, later, pick);
      const [own, upstream] = await gateway.both(path, init);
      const at = `${path} ${String(init?.body ?? "")}`;
      const wanted = [at, upstream.status, partOf(upstream.text)];
      expect([at, own.status, partOf(own.text)]).toEqual(wanted);
      sources.push(own.headers.get("Cache-Status"));
    });
    await Promise.all(compared);
  }
  for (const source of ["alphadelta; hit", "alphadelta; fwd=miss"])
    expect(sources.filter((one) => one === source).length).toBeGreaterThan(ROUNDS);
  await gateway.close();
}

/** What an answer is, without what is another in each. */
function partOf(text: string): string {
  return text.replace(/"meta":\{[^}]*\}/, "");
}

async function poolsOf(chain: Chain, hashes: string[]): Promise<Pools> {
  const json = async (path: string): Promise<Record<string, never[]>> => {
    const response = await gateway.upstream.fetch(`http://u.test/v1/${chain}${path}`);
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
    ...{ commitment: hashes, serialNumber: hashes, address: addresses, id: [1, 2, 3] },
    ...{ page: [1, 2, 3], limit: [1, 3, 20], fullTx: [true, false] },
  };
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
    return { path: `/v1/${chain}${filled}?${query.toString()}` };
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
    path: `/rpc/${chain}`,
    init: { method: "POST", headers, body: JSON.stringify(call) },
  };
}
