import { endpointsAt } from "../../src/chains/mod.ts";
import { createClient } from "../../src/mod.ts";
import { createRestOf, listTransactions } from "../../src/rest/mod.ts";
import { Answer } from "../../src/transport/internal.ts";
import type { Caller } from "../../src/transport/mod.ts";
import type { Work } from "../_measure.ts";
import { loadKy } from "../rivals/ky.ts";
import { loadOctokit } from "../rivals/octokit.ts";
import { OPENAPI_FETCH } from "../rivals/openapi_fetch.ts";
import { balanceRequest, type Rival, type RivalCalls } from "../rivals/rival.ts";
import { loadStainless } from "../rivals/stainless.ts";
import { loadViem } from "../rivals/viem.ts";
import type { Row } from "../_table.ts";
import { type SampleOptions, sample, type Samples } from "./samples.ts";
import { ADDRESS, JSON_HEADERS, ORIGIN, PAGE, stub } from "./stub.ts";

/** Above every rate of the bench, so that the pace is reckoned and never holds. */
const TIER = { requestsPerSecond: 1e9, requestsPerDay: 1e15 };

/** Limits of the figures, and aims. */
const RPC = { most: 1.7, aim: 1.4 };
const REST = { most: 1.9, aim: 1.5 };
const BATCH = { most: 1.6, aim: 1.2 };
const PAGE_READ = { most: 5, aim: 4.3 };
const BATCH_CALLS = 100;

const { signal } = new AbortController();
let id = 0;

/** Cost of a call, and of one in a batch, beside a bare fetch that answers at once. */
export async function benchCalls(options: SampleOptions): Promise<readonly Row[]> {
  const rivals = await Promise.all([loadViem(), loadKy(), loadOctokit(), loadStainless()]);
  return [
    ...(await benchRpc(rivals, options)),
    ...(await benchRest(rivals, options)),
    ...(await benchBatch(rivals, options)),
    await benchPage(options),
  ];
}

async function benchRpc(rivals: readonly Rival[], options: SampleOptions): Promise<Row[]> {
  const client = createClient("delta", { endpoints: ORIGIN, tier: TIER, fetch: stub });
  const samples = await sample(
    {
      raw: rawBalance,
      ours: (turn) => client.rpc.account_getBalance(ADDRESS, turn),
      "ours with a signal": (turn) => client.rpc.account_getBalance(ADDRESS, turn, { signal }),
      ...worksOf(rivals, ({ balance }) => balance && ((turn) => balance(ADDRESS, turn))),
    },
    options,
  );
  const others = ratiosOf(samples, rivals, "raw");
  return [
    rowOf("RPC call beside raw", samples.ratio("ours", "raw"), RPC, others),
    noteOf("… with one signal for all", samples.ratio("ours with a signal", "raw")),
  ];
}

async function benchRest(rivals: readonly Rival[], options: SampleOptions): Promise<Row[]> {
  const client = createClient("delta", { endpoints: ORIGIN, tier: TIER, fetch: stub });
  const bare = OPENAPI_FETCH.make({ origin: ORIGIN, fetch: stub });
  const samples = await sample(
    {
      raw: async (turn) => (await stub(`${ORIGIN}/v1/delta/blocks/${turn}`)).json(),
      bare: (turn) => bare.block?.(turn),
      ours: (turn) => client.getBlock(turn),
      "rest.GET": (turn) =>
        client.rest.GET("/blocks/{identifier}", { params: { path: { identifier: turn } } }),
      ...worksOf(rivals, ({ block }) => block && ((turn) => block(turn))),
    },
    options,
  );
  // openapi-fetch neither waits nor checks anything, and is no measure of what does.
  const bareRatio = samples.ratio("bare", "raw").toFixed(2);
  const row = rowOf(
    "REST call beside raw",
    samples.ratio("ours", "raw"),
    REST,
    ratiosOf(samples, rivals, "raw"),
  );
  return [
    { ...row, rivals: { "openapi-fetch": bareRatio, ...row.rivals } },
    noteOf("… rest.GET", samples.ratio("rest.GET", "raw")),
  ];
}

async function benchBatch(all: readonly Rival[], options: SampleOptions): Promise<Row[]> {
  const rivals = all.filter(({ name }) => name === "viem");
  const fast = { endpoints: ORIGIN, tier: TIER, fetch: stub };
  const client = createClient("delta", fast);
  const automatic = createClient("delta", { ...fast, batch: true });
  const heights = Array.from({ length: BATCH_CALLS }, (_, height) => height);
  const samples = await sample(
    {
      raw: () => rawBatch(heights),
      ours: () =>
        client.rpc.batch(heights.map((height) => ["account_getBalance", ADDRESS, height])),
      automatic: () =>
        Promise.all(heights.map((height) => automatic.rpc.account_getBalance(ADDRESS, height))),
      ...worksOf(
        rivals,
        ({ balance }) =>
          balance && (() => Promise.all(heights.map((height) => balance(ADDRESS, height)))),
        true,
      ),
    },
    { rounds: options.rounds, calls: Math.ceil(options.calls / 20) },
  );
  const others = ratiosOf(samples, rivals, "raw");
  const what = "batch of 100 beside a raw one";
  return [
    rowOf(`${what}, rpc.batch`, samples.ratio("ours", "raw"), BATCH, others),
    noteOf("… automatic", samples.ratio("automatic", "raw")),
  ];
}

/** Cost of reading and validating a page of transactions, beside `JSON.parse` of it, without a request. */
async function benchPage(options: SampleOptions): Promise<Row> {
  const answer = new Answer({ status: 200, headers: new Headers() }, PAGE, 1, 0);
  const caller: Caller = { call: async (call) => call.read(answer, false) };
  const rest = createRestOf("delta", endpointsAt("delta", ORIGIN), caller, { listTransactions });
  const samples = await sample(
    {
      raw: () => JSON.parse(PAGE) as unknown,
      ours: () => rest.call("listTransactions", [{ limit: 100 }]),
    },
    { rounds: options.rounds, calls: Math.ceil(options.calls / 4) },
  );
  return rowOf("page of 100 beside JSON.parse", samples.ratio("ours", "raw"), PAGE_READ, {});
}

async function post(call: object): Promise<unknown> {
  const init = { method: "POST", headers: JSON_HEADERS, body: JSON.stringify(call) };
  return (await stub(`${ORIGIN}/rpc/delta`, init)).json();
}

function rawBalance(turn: number): Promise<unknown> {
  return post(balanceRequest(++id, ADDRESS, turn));
}

async function rawBatch(heights: readonly number[]): Promise<unknown> {
  const ids = heights.map(() => ++id);
  const calls = heights.map((height, index) => balanceRequest(ids[index] ?? 0, ADDRESS, height));
  const replies = (await post(calls)) as { id: number; result: unknown }[];
  const byId = new Map(replies.map((reply) => [reply.id, reply.result]));
  return ids.map((one) => byId.get(one));
}

function worksOf(
  rivals: readonly Rival[],
  pick: (calls: RivalCalls) => Work | undefined,
  batches = false,
): Record<string, Work> {
  const works: Record<string, Work> = {};
  for (const rival of rivals) {
    const work = pick(rival.make({ origin: ORIGIN, fetch: stub, batches }));
    if (work) works[rival.name] = work;
  }
  return works;
}

function ratiosOf(
  samples: Samples,
  rivals: readonly Rival[],
  base: string,
): Record<string, number> {
  const known = rivals.filter(({ name }) => samples.has(name));
  return Object.fromEntries(known.map(({ name }) => [name, samples.ratio(name, base)]));
}

function textsOf(ratios: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ratios).map(([name, value]) => [name, value.toFixed(2)]),
  );
}

/** A figure that nothing was asked of. */
function noteOf(what: string, value: number): Row {
  return { what, ours: value.toFixed(2), target: "", isMet: true };
}

/** Met where it is not above the target and below every rival. */
function rowOf(
  what: string,
  value: number,
  { most, aim }: { readonly most: number; readonly aim: number },
  others: Readonly<Record<string, number>>,
): Row {
  const isLowest = Object.values(others).every((other) => value < other);
  return {
    what,
    ours: value.toFixed(2),
    target: `≤ ${most}${Object.keys(others).length > 0 ? ", lowest" : ""} (aim ${aim})`,
    isMet: value <= most && isLowest,
    rivals: textsOf(others),
  };
}
