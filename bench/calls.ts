/**
 * What a call costs beside a bare `fetch` that answers at once: microseconds of the client's own work, one call after
 * the other and 100 at a time. Ratios are within one run.
 */
import createFetchClient from "openapi-fetch";
import { createClient } from "../src/mod.ts";
import { type PlatformFetch } from "../src/transport/mod.ts";
import type { paths } from "../src/rest/mod.ts";
import { measure, readFlag, type Work } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const ORIGIN = "http://service.test";
const HASH = `0x${"5e".repeat(32)}`;
const ADDRESS = `dx1${"q".repeat(38)}`;
const BLOCK = {
  number: 1204,
  hash: HASH,
  timestamp: 1_767_225_600,
  txCount: 3,
  validator: ADDRESS,
  parentHash: HASH,
  stateRoot: HASH,
  transactionsRoot: HASH,
  receiptsRoot: HASH,
  gasUsed: "63000",
  gasLimit: "30000000",
};
const META = { timestamp: 1_767_225_600, requestId: "b3e1f6a8-8f0c-4f43-9d57-0f0d3c1d9a11" };
const REST_BODY = JSON.stringify({ success: true, data: BLOCK, meta: META }).split("1204");
const RESULT = JSON.stringify({
  address: ADDRESS,
  balance: "1000000000000000000",
  nonce: 4,
  blockNumber: 1204,
}).split("1204");
const HEADERS = { "content-type": "application/json" };

/** Answers as the service does, with the id of the call and the height that it asks for. */
const stub: PlatformFetch = (input, init) => {
  const { body } = init ?? {};
  if (typeof body !== "string") {
    const url = input instanceof Request ? input.url : String(input);
    const height = url.slice(url.lastIndexOf("/") + 1);
    return Promise.resolve(new Response(REST_BODY.join(height), { headers: HEADERS }));
  }
  const id = /"id":(\d+)/.exec(body)?.[1] ?? "1";
  const height = /(\d+)\]/.exec(body)?.[1] ?? "";
  const text = `{"jsonrpc":"2.0","id":${id},"result":${RESULT.join(height)}}`;
  return Promise.resolve(new Response(text, { headers: HEADERS }));
};

const tier = { requestsPerSecond: 1e9, requestsPerDay: 1e15 };
const client = createClient("delta", { endpoints: ORIGIN, tier, fetch: stub });
const bare = createFetchClient<paths>({
  baseUrl: `${ORIGIN}/v1/delta`,
  fetch: (request) => stub(request),
});
const { signal } = new AbortController();
let id = 0;

const WORKS = {
  "RPC, raw fetch and JSON": async (turn: number) => {
    const params = [ADDRESS, turn];
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "account_getBalance", params });
    const response = await stub(`${ORIGIN}/rpc/delta`, { method: "POST", headers: HEADERS, body });
    return response.json();
  },
  "RPC, this client": (turn: number) => client.rpc.account_getBalance(ADDRESS, turn),
  "RPC, this client with one signal for all": (turn: number) =>
    client.rpc.account_getBalance(ADDRESS, turn, { signal }),
  "REST, raw fetch and JSON": async (turn: number) =>
    (await stub(`${ORIGIN}/v1/delta/blocks/${turn}`)).json(),
  "REST, openapi-fetch alone": (turn: number) =>
    bare.GET("/blocks/{identifier}", { params: { path: { identifier: turn } } }),
  "REST, this client": (turn: number) => client.getBlock(turn),
  "REST, this client's rest.GET": (turn: number) =>
    client.rest.GET("/blocks/{identifier}", { params: { path: { identifier: turn } } }),
} satisfies Record<string, Work>;

const CROWD = 100;

function crowd(work: Work): Work {
  return () => Promise.all(Array.from({ length: CROWD }, (_, turn) => work(turn)));
}

const rounds = readFlag("rounds", 30);
const calls = readFlag("calls", 500);
await measure(WORKS, { rounds: 5, calls: 500 });
const one = await measure(WORKS, { rounds, calls });
const crowds = Object.fromEntries(Object.entries(WORKS).map(([name, work]) => [name, crowd(work)]));
const many = await measure(crowds, { rounds, calls: Math.ceil(calls / CROWD) });

printTable([
  ["microseconds per call", "one by one", "100 at once"],
  ...Object.entries(one).map(([name, time]) => [
    name,
    time.toFixed(2),
    ((many[name] ?? 0) / CROWD).toFixed(2),
  ]),
]);
judge({
  what: "RPC beside raw",
  value: one["RPC, this client"] / one["RPC, raw fetch and JSON"],
  most: 1.5,
});
judge({
  what: "RPC with one signal for all beside raw",
  value: one["RPC, this client with one signal for all"] / one["RPC, raw fetch and JSON"],
  most: 1.6,
});
judge({
  what: "REST beside openapi-fetch alone",
  value: one["REST, this client"] / one["REST, openapi-fetch alone"],
  most: 1.3,
});
