import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Segment } from "../../src/chains/mod.ts";
import {
  chainsOf,
  type Contract,
  openPlace,
  parseExchange,
  runExchange,
  type Target,
  urlTarget,
} from "../exchange_runner/mod.ts";
import { readExchanges } from "../exchange_runner/run_all.ts";
import type { FuzzRequest } from "./request.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SEGMENTS: readonly Segment[] = ["alpha", "delta"];
const POLL_MILLISECONDS = 5;
/** Bodies above this are generated ones; many of them would make a run slow and show no more. */
const LONGEST_BODY = 20_000;

interface Example {
  readonly params: readonly { readonly value: unknown }[];
}

/**
 * The requests that mutations start from: those of the golden exchanges, as they go to this service, and the examples
 * of the document of methods.
 */
export async function collectSeeds(origin: string, contract: Contract): Promise<FuzzRequest[]> {
  const files = await readExchanges(join(ROOT, "test/exchanges"), "");
  const texts = files.map(({ text }) => text);
  // Most of it is waiting, and neither chain sees the other.
  const found = await Promise.all(
    SEGMENTS.map((segment) => collectOf(segment, texts, { origin, contract })),
  );
  const known = new Map(found.flat().map((seed) => [keyOf(seed), seed]));
  return [...known.values(), ...(await readExamples())];
}

async function collectOf(
  segment: Segment,
  texts: readonly string[],
  { origin, contract }: { readonly origin: string; readonly contract: Contract },
): Promise<FuzzRequest[]> {
  const seeds: FuzzRequest[] = [];
  const place = await openPlace({ target: recordingTarget(origin, seeds), segment });
  const { chain } = place.selection;
  for (const text of texts.filter((one) => chainsOf(one).includes(chain))) {
    const exchange = parseExchange(text, chain);
    const isForMany = exchange.needsOwnBlocks || exchange.mempoolSize !== undefined;
    // Whether they pass is a matter of other tests.
    if (!isForMany) await runExchange(exchange, place, contract).catch(() => undefined);
  }
  return seeds;
}

function recordingTarget(origin: string, seeds: FuzzRequest[]): Target {
  const target = urlTarget(origin);
  return {
    ...target,
    advance: () => setTimeout(POLL_MILLISECONDS),
    async fetch(request) {
      const bytes = Buffer.from(await request.clone().arrayBuffer());
      const headers = [...request.headers];
      const body = bytes.length > 0 ? bytes : undefined;
      if (bytes.length <= LONGEST_BODY) {
        seeds.push({
          method: request.method,
          target: request.url.slice(origin.length),
          headers,
          body,
        });
      }
      return target.fetch(request);
    },
  };
}

function keyOf({ method, target, headers, body }: FuzzRequest): string {
  return JSON.stringify([method, target, headers, body?.toString("latin1")]);
}

async function readExamples(): Promise<FuzzRequest[]> {
  const { methods } = JSON.parse(await readFile(join(ROOT, "openrpc.json"), "utf8")) as {
    readonly methods: readonly { readonly name: string; readonly examples?: readonly Example[] }[];
  };
  return methods.flatMap(({ name, examples = [] }) =>
    examples.flatMap(({ params }) =>
      SEGMENTS.map((segment) => {
        const call = {
          jsonrpc: "2.0",
          id: 1,
          method: name,
          params: params.map(({ value }) => value),
        };
        return {
          method: "POST",
          target: `/rpc/${segment}`,
          headers: [["Content-Type", "application/json"]] as const,
          body: Buffer.from(JSON.stringify(call)),
        };
      }),
    ),
  );
}
