import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import type { TransportOptions } from "../../src/transport/mod.ts";
import { Recorder } from "./_recorder.ts";

const BLOCK = {
  number: 7,
  hash: "0x07",
  timestamp: 1,
  txCount: 0,
  validator: "dx1a",
  parentHash: "0x06",
  stateRoot: "0x01",
  transactionsRoot: "0x02",
  receiptsRoot: "0x03",
  gasUsed: "0",
  gasLimit: "1",
};

/** A client of a service that answers with these statuses in turns, and the headers that it was sent. */
function connect(statuses: readonly number[], options: TransportOptions = {}) {
  const sent: Headers[] = [];
  const client = createClient("delta", {
    endpoints: "http://service.test",
    random: () => 0,
    async fetch(_input, init) {
      const status = statuses[sent.length] ?? 200;
      sent.push(new Headers(init?.headers));
      const meta = { timestamp: 1, requestId: "r-1" };
      return Response.json({ success: true, data: BLOCK, meta }, { status });
    },
    ...options,
  });
  return { client, sent };
}

test("without a provider of tracers requests carry no headers of a trace", async () => {
  const { client, sent } = connect([]);
  await client.getBlock(7);
  expect([...(sent[0]?.keys() ?? [])]).not.toContain("traceparent");
});

describe("with a provider of tracers", () => {
  let recorder: Recorder;
  beforeAll(() => {
    recorder = new Recorder();
  });
  afterAll(() => recorder.close());
  beforeEach(() => recorder.clear());

  test("a call has one span, which each of its requests carries", async () => {
    const { client, sent } = connect([503, 200]);
    await client.getBlock(7);
    expect(recorder.spans).toHaveLength(1);
    const { attributes, kind, status } = recorder.root("getBlock");
    expect(attributes).toEqual({
      "http.request.method": "GET",
      "http.request.resend_count": 1,
      "http.response.status_code": 200,
      "server.address": "service.test",
      "server.port": 80,
      "url.full": "http://service.test/v1/delta/blocks/7",
      "url.template": "/v1/delta/blocks/{identifier}",
      "alphadelta.segment": "delta",
      "alphadelta.source": "request",
    });
    expect([kind, status.code]).toEqual([SpanKind.CLIENT, SpanStatusCode.UNSET]);
    const { traceId, spanId } = recorder.root("getBlock").spanContext();
    const carried = `00-${traceId}-${spanId}-01`;
    expect(sent.map((headers) => headers.get("traceparent"))).toEqual([carried, carried]);
  });

  test("a call that is left ends its span", async () => {
    const { client } = connect([], { fetch: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const call = client.getBlock(7, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(recorder.spans.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
      ["getBlock", "abort"],
    ]);
  });

  test("equal calls share a request, which is in the trace of the first", async () => {
    const { client } = connect([]);
    await Promise.all([client.getBlock(7), client.getBlock(7)]);
    const calls = recorder.spans.filter(({ name }) => name === "getBlock");
    const sources = calls.map(({ attributes }) => attributes["alphadelta.source"]);
    expect(new Set(sources)).toEqual(new Set(["request", "shared"]));
    expect(recorder.spans).toHaveLength(2);
  });

  test("hooks are told too", async () => {
    const told: string[] = [];
    const { client } = connect([503], {
      hooks: {
        onRequest: () => told.push("request"),
        onAttempt: () => told.push("attempt"),
        onRetry: () => told.push("retry"),
        onResponse: () => told.push("response"),
      },
    });
    await client.getBlock(7);
    expect(told).toEqual(["request", "attempt", "retry", "attempt", "response"]);
    expect(recorder.root("getBlock").ended).toBe(true);
  });

  test("a call within the program's own span is a part of its trace", async () => {
    const { trace } = await import("@opentelemetry/api");
    const { client } = connect([]);
    await trace.getTracer("program").startActiveSpan("job", async (span) => {
      await client.getBlock(7);
      span.end();
    });
    expect(recorder.treeOf(recorder.root("job"))).toEqual({
      job: { getBlock: {} },
    });
  });

  test("spanHeaders: false sends none of it", async () => {
    const { client, sent } = connect([], { spanHeaders: false });
    await client.getBlock(7);
    expect(sent[0]?.get("traceparent")).toBeNull();
    expect(recorder.root("getBlock").ended).toBe(true);
  });

  test("a page tells another origin only if it is said to", async () => {
    const location = { origin: "https://app.example", href: "https://app.example/" };
    Object.assign(globalThis, { location });
    try {
      const { client, sent } = connect([]);
      await client.getBlock(7);
      expect(sent[0]?.get("traceparent")).toBeNull();
      const told = connect([], { spanHeaders: true });
      await told.client.getBlock(7);
      expect(told.sent[0]?.get("traceparent")).toMatch(/^00-/);
    } finally {
      Reflect.deleteProperty(globalThis, "location");
    }
  });
});
