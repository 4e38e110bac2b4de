// Shows the spans of a program's calls. Run: npx node examples/open_telemetry.ts [origin]
import { trace } from "@opentelemetry/api";
import { startNodeSDK } from "@opentelemetry/sdk-node";
import { ConsoleSpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { createClient } from "alphadelta";

// A program that exports them sets OTEL_EXPORTER_OTLP_ENDPOINT instead of naming processors here.
const sdk = startNodeSDK({
  spanProcessors: [new SimpleSpanProcessor({ exporter: new ConsoleSpanExporter() })],
  metricReaders: [],
  logRecordProcessors: [],
});

const endpoints = process.argv[2] ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints });
// The client's spans are within the span of the program that is active, and go on in the service.
await trace.getTracer("example").startActiveSpan("look at the chain", async (span) => {
  const { blockHeight } = await delta.getChainInfo();
  await delta
    .getBlock(blockHeight + 1_000_000)
    .catch((error: unknown) => console.log(String(error)));
  span.end();
});
await sdk.shutdown();
