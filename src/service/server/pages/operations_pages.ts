import type { ServiceRequest, ServiceResponse } from "../../api/context/mod.ts";
import { renderMetrics } from "../metrics/mod.ts";
import { answerFault, type Meta, RestFault } from "../../api/rest/mod.ts";
import { gatherMetrics } from "../metrics/gather_metrics.ts";
import { isFromHere } from "../routing/is_from_here.ts";
import type { ServiceParts } from "../service_parts.ts";

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } as const;
const METRICS = { ...PLAIN, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } as const;

/** Answers that the process is alive. */
export function answerHealth(): ServiceResponse {
  return { status: 200, headers: PLAIN, body: "ok\n" };
}

/** Answers whether requests should be sent here: every store answers, blocks come, and the service does not stop. */
export async function answerReadiness({ chains, state }: ServiceParts): Promise<ServiceResponse> {
  const reasons = await Promise.all(
    [...chains].map(async ([segment, { store, source }]) => {
      const fault = await store.head().then(() => source.trouble, reasonOf);
      return fault === undefined ? [] : [`${segment}: ${fault}`];
    }),
  );
  const all = [...(state.isStopping ? ["the service stops"] : []), ...reasons.flat()];
  if (all.length === 0) return { status: 200, headers: PLAIN, body: "ready\n" };
  return { status: 503, headers: PLAIN, body: all.map((one) => `not ready: ${one}\n`).join("") };
}

/** Answers the metrics to this machine alone, unless the service opens them to all. */
export async function answerMetrics(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  meta: Meta,
  parts: ServiceParts,
): Promise<ServiceResponse> {
  if (!parts.isMetricsOpen && !isFromHere(request)) {
    const text = "/metrics answers programs on this machine, asked directly at a loopback host";
    return answerFault(new RestFault("NOT_FOUND", text), meta);
  }
  return { status: 200, headers: METRICS, body: renderMetrics(await gatherMetrics(parts)) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
