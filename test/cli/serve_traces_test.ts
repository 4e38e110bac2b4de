import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND_LINE } from "../../scripts/bundle_command_line.ts";
import { createClient } from "../../src/mod.ts";
import { migrate } from "../../src/service/internal.ts";
import { openDatabases } from "../_postgres.ts";
import { Recorder } from "../telemetry/_recorder.ts";
import { runNodeWith, type Running } from "./_process.ts";

/** The test is a trusted proxy, so that its trace is continued. */
const SERVE = [
  ...["serve", "--port", "0", "--chain", "delta", "--history", "2", "--mode", "manual"],
  ...["--trusted-proxies", "127.0.0.1"],
];
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SERVED = "GET /v1/{segment}/blocks/{identifier}";
const HEADERS = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

/** Part of what OTLP sends as JSON. */
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** The spans of a trace that processes exported, each within the one before. */
function chainOf(traceId: string): readonly ExportedSpan[] {
  const scopes = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans),
  );
  const spans = scopes.flatMap((scope) => scope.spans.filter((span) => span.traceId === traceId));
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const chain = spans.filter(({ parentSpanId = "" }) => !ids.has(parentSpanId));
  for (const { spanId } of chain)
    chain.push(...spans.filter(({ parentSpanId }) => parentSpanId === spanId));
  return chain;
}

let receiver: Server;
let endpoint: string;
const received: Exported[] = [];

beforeAll(async () => {
  receiver = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      if (request.url === "/v1/traces") received.push(JSON.parse(body) as Exported);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const EXPORT = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };

function serve(variables: Readonly<Record<string, string>>, flags = SERVE): Running {
  return runNodeWith({ XDG_CONFIG_HOME: "/proc/none", ...variables }, COMMAND_LINE, ...flags);
}

async function originOf(running: Running): Promise<string> {
  const [, origin = ""] = await running.printed(/up at (http:\S+)/);
  return origin;
}

test("serve exports its spans by OTLP where a variable names an endpoint, the last ones when it stops", async () => {
  const running = serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    ...EXPORT,
  });
  const origin = await originOf(running);
  expect((await fetch(`${origin}/v1/delta/blocks/1`, { headers: HEADERS })).status).toBe(200);
  running.kill("SIGTERM");
  expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  expect(chainOf(TRACE).map(({ name }) => name)).toEqual([SERVED]);
  const [part] = received.flatMap(({ resourceSpans }) => resourceSpans);
  expect(part?.resource.attributes).toContainEqual({
    key: "service.name",
    value: { stringValue: "alphadelta" },
  });
});

test("one trace goes through a client, a gateway, a service and PostgreSQL", async () => {
  const postgres = await openDatabases();
  const store = postgres.url("traced");
  await migrate({ store, segments: ["delta"] });
  const preload = new URL("../../examples/trace_statements.ts", import.meta.url).href;
  const exporting = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...EXPORT };
  const service = serve({ ...exporting, NODE_OPTIONS: `--import=${preload}` }, [
    ...SERVE,
    ...["--store", store],
  ]);
  const upstream = await originOf(service);
  const gateway = serve(exporting, [
    ...["serve", "--port", "0", "--upstream", upstream, "--chain", "delta"],
    ...["--trusted-proxies", "127.0.0.1"],
  ]);
  const recorder = new Recorder();
  const client = createClient("delta", { endpoints: await originOf(gateway) });
  try {
    await client.listTransactions({ type: "transfer", limit: 7 });
    const call = recorder.root("listTransactions").spanContext();
    for (const running of [gateway, service]) {
      running.kill("SIGTERM");
      expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
    }
    const spans = chainOf(call.traceId);
    const served = "GET /v1/{segment}/transactions";
    const names = [served, "listTransactions", served];
    expect(spans.slice(0, 3).map(({ name }) => name)).toEqual(names);
    const [atGateway, , atService, ...statements] = spans;
    expect(atGateway?.parentSpanId).toBe(call.spanId);
    const queries = statements.filter(({ name }) => name.startsWith("pg.query:"));
    expect(queries.length).toBeGreaterThan(0);
    for (const { parentSpanId } of queries) expect(parentSpanId).toBe(atService?.spanId);
  } finally {
    await client.close();
    await recorder.close();
    gateway.kill("SIGKILL");
    service.kill("SIGKILL");
  }
});

test("serve names the package that an export needs where it is not installed", async () => {
  const missing = new URL("_without_sdk.ts", import.meta.url).href;
  const running = serve({
    OTEL_TRACES_EXPORTER: "otlp",
    NODE_OPTIONS: `--import=${missing}`,
  });
  const { code, stderr } = await running.ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain(
    "OTEL_TRACES_EXPORTER asks for an export of traces, which needs the package @opentelemetry/sdk-node. Install it",
  );
});
