import { setTimeout as delay } from "node:timers/promises";
import { loadOptional } from "../load_optional.ts";
import type { Terminal } from "../terminal.ts";

/** Variables of OpenTelemetry of which each asks for an export of traces. */
const ASKING = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_TRACES_EXPORTER",
];

/** Milliseconds that the last export may take. */
const PATIENCE = 2_000;

/**
 * Starts an SDK of OpenTelemetry where its variables ask for one. It has to be there before the service is created.
 *
 * @returns A function that exports the remaining traces and ends the SDK; undefined where none was started.
 */
export async function startTraces({
  env,
}: Pick<Terminal, "env">): Promise<(() => Promise<void>) | undefined> {
  const asking = ASKING.find((name) => env[name]);
  if (asking === undefined || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
  const { startNodeSDK } = await loadOptional(
    `${asking} asks for an export of traces, which`,
    "@opentelemetry/sdk-node",
    () => import("@opentelemetry/sdk-node"),
  );
  const isNamed =
    env["OTEL_SERVICE_NAME"] || env["OTEL_RESOURCE_ATTRIBUTES"]?.includes("service.name=");
  const sdk = startNodeSDK({
    metricReaders: [],
    logRecordProcessors: [],
    ...(!isNamed && { resourceAttributes: { "service.name": "alphadelta" } }),
  });
  return async () => {
    await Promise.race([sdk.shutdown().catch(() => undefined), delay(PATIENCE)]);
  };
}
