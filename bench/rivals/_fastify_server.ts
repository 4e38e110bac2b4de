/**
 * The service's reads on Fastify, as one would write them there: `@fastify/cors`, `@fastify/rate-limit` by forwarded
 * address, `prom-client`, parameters validated by JSON Schema (addresses with their checksum, as a format), and the same
 * store in the same envelope. Opens the store of delta in the data folder that is its argument, and prints its port.
 */
import { randomUUID } from "node:crypto";
import type { AddressInfo, Server } from "node:net";

import { selectChain } from "../../src/chains/mod.ts";
import { TIERS } from "../../src/generated/tiers.gen.ts";
import type { ChainContext } from "../../src/service/api/context/mod.ts";
import { OPERATION_HANDLERS } from "../../src/service/api/rest/_operations.ts";
import { answerData, contentTag, revisionTag } from "../../src/service/api/rest/mod.ts";
import { isAddress } from "../../src/units/mod.ts";
import { openStore } from "../../src/service/server/data_folder/open_store.ts";
import { loadRival } from "./load_rival.ts";

/** Part of Fastify used here; its own types are missing until it is installed. */
interface Request {
  readonly params: never;
  readonly query: never;
  readonly routeOptions: { readonly url: string };
}
interface Reply {
  readonly statusCode: number;
  readonly elapsedTime: number;
  code(status: number): Reply;
  headers(headers: object): Reply;
  send(body: string): Reply;
}
interface App {
  readonly server: Server;
  register(plugin: unknown, options: object): Promise<void>;
  addHook(
    name: "onResponse",
    hook: (request: Request, reply: Reply, done: () => void) => void,
  ): void;
  get(
    path: string,
    options: { readonly schema: object },
    handler: (request: Request, reply: Reply) => Promise<Reply>,
  ): void;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}
interface Metric {
  labels(...values: (string | number)[]): { inc(): void; observe(value: number): void };
}
type MetricOf = new (options: object) => Metric;

const { fastify } = await loadRival<{ fastify: (options: object) => App }>("fastify");
const { default: cors } = await loadRival<{ default: unknown }>("@fastify/cors");
const { default: rateLimit } = await loadRival<{ default: unknown }>("@fastify/rate-limit");
const { default: prometheus } = await loadRival<{
  default: { Counter: MetricOf; Histogram: MetricOf; collectDefaultMetrics: () => void };
}>("prom-client");

const ADDRESS = { type: "string", format: "address" };
const HASH = { type: "string", pattern: "^0x[0-9a-f]{64}$" };
const LIST = {
  page: { type: "integer", minimum: 1, default: 1 },
  limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
};
const DIRECTION = { type: "string", enum: ["in", "out", "all"], default: "all" };

function schemaOf(params: object, query: object = {}): object {
  return {
    params: { type: "object", properties: params, required: Object.keys(params) },
    querystring: { type: "object", properties: query },
  };
}

const [, , data] = process.argv;
const store = await openStore("delta", data);
const gateway = {
  selection: selectChain("delta"),
  store,
  source: { blockTime: 2 },
} as unknown as ChainContext;
const formats = { address: (text: string) => isAddress(text, "dx") };
const app = fastify({ trustProxy: "127.0.0.1", ajv: { customOptions: { formats } } });
await app.register(cors, { exposedHeaders: ["ETag", "RateLimit", "Retry-After", "X-Request-Id"] });
await app.register(rateLimit, {
  max: TIERS.Public.requestsPerSecond,
  timeWindow: 1_000,
  cache: 100_000,
  enableDraftSpec: true,
});
prometheus.collectDefaultMetrics();
const requests = new prometheus.Counter({
  name: "requests_total",
  help: "Requests by operation and status",
  labelNames: ["operation", "status"],
});
const seconds = new prometheus.Histogram({
  name: "request_seconds",
  help: "Time to answer",
  labelNames: ["operation"],
});
app.addHook("onResponse", (request, reply, done) => {
  const operation = request.routeOptions.url;
  requests.labels(operation, reply.statusCode).inc();
  seconds.labels(operation).observe(reply.elapsedTime / 1_000);
  done();
});

/** Answers as the service does, under the same tag and a request id of its own. */
function answer(reply: Reply, found: object | string): Reply {
  const requestId = randomUUID();
  const meta = { timestamp: Math.floor(Date.now() / 1_000), requestId };
  const isRecord = typeof found === "string" && !found.includes('"pagination"');
  const tag = isRecord ? contentTag(found) : revisionTag(gateway);
  const { status, headers, body } = answerData(200, found, meta, { tag });
  return reply
    .code(status)
    .headers({ ...headers, "X-Request-Id": requestId })
    .send(String(body));
}

const PREFIX = "/v1/delta";
app.get(
  `${PREFIX}/blocks/:identifier`,
  {
    schema: schemaOf({ identifier: { type: "string", pattern: "^(0x[0-9a-f]{64}|[0-9]{1,15})$" } }),
  },
  async ({ params }, reply) => {
    const { identifier } = params as { readonly identifier: string };
    const path = { identifier: identifier.startsWith("0x") ? identifier : Number(identifier) };
    return answer(reply, await OPERATION_HANDLERS.getBlock({ path } as never, gateway));
  },
);
app.get(
  `${PREFIX}/transactions/:hash`,
  { schema: schemaOf({ hash: HASH }) },
  async ({ params: path }, reply) => {
    const found = await OPERATION_HANDLERS.getTransaction({ path } as never, gateway);
    return answer(reply, found);
  },
);
app.get(
  `${PREFIX}/accounts/:address`,
  { schema: schemaOf({ address: ADDRESS }) },
  async ({ params: path }, reply) =>
    answer(reply, await OPERATION_HANDLERS.getAccount({ path } as never, gateway)),
);
app.get(
  `${PREFIX}/accounts/:address/transactions`,
  { schema: schemaOf({ address: ADDRESS }, { ...LIST, direction: DIRECTION }) },
  async ({ params: path, query }, reply) => {
    const input = { path, query } as never;
    return answer(reply, await OPERATION_HANDLERS.listAccountTransactions(input, gateway));
  },
);
await app.listen({ port: 0, host: "127.0.0.1" });
console.log((app.server.address() as AddressInfo).port);
