// Records a span for each call, with its retries and status. Run: npx node examples/open_telemetry.ts [origin]
import type { Span } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createClient } from "alphadelta";
import type { Hooks } from "alphadelta/transport";

const provider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
});
const tracer = provider.getTracer("alphadelta");

const spans = new Map<number, Span>();
const hooks: Hooks = {
  onRequest({ call, operation, segment, method, url }) {
    const attributes = { segment, "http.request.method": method, "url.full": url };
    spans.set(call, tracer.startSpan(operation ?? method, { attributes }));
  },
  onRetry({ call, attempt, delayMs, status }) {
    spans.get(call)?.addEvent("retry", { attempt, delayMs, status });
  },
  onResponse({ call, status, attempts, source, error }) {
    const span = spans.get(call);
    spans.delete(call);
    span?.setAttributes({ "http.response.status_code": status, attempts, source });
    if (error instanceof Error) span?.recordException(error);
    span?.end();
  },
};

const endpoints = process.argv[2] ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints, hooks });
const { blockHeight } = await delta.getChainInfo();
await delta.getBlock(blockHeight + 1_000_000).catch((error: unknown) => console.log(String(error)));
await provider.shutdown();
