import type { ChainContext, ServiceRequest, ServiceResponse } from "../../api/context/mod.ts";
import { answerError, type Meta, RestServiceError } from "../../api/rest/mod.ts";
import { isLocalRequest } from "../../access/identity/mod.ts";
import type { FleetStatus } from "../metrics/mod.ts";
import type { PageParts } from "./page_parts.ts";

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } as const;
const METRICS = { ...PLAIN, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } as const;

/** Answers that the process is alive. */
export function answerHealth(): ServiceResponse {
  return { status: 200, headers: PLAIN, body: "ok\n" };
}

/**
 * Answers whether requests should be sent here: every chain is open, every store answers, blocks come, and the service
 * does not stop. What works in part is told too, and is no reason to send requests elsewhere. A shared store is not
 * asked: whether it answers is known from following it, and this must not wait for it.
 */
export async function answerReadiness({
  chains,
  opening,
  state,
  fleet,
}: Pick<PageParts, "chains" | "opening" | "state" | "fleet">): Promise<ServiceResponse> {
  const reasons = await Promise.all(
    [...chains].map(async ([segment, { store, source, shared }]) => {
      const asked = shared ? undefined : await store.head().then(() => undefined, reasonOf);
      const reason = asked ?? source.failure;
      return reason === undefined ? [] : [`${segment}: ${reason}`];
    }),
  );
  const unopened = [...opening].map(
    ([segment, { waitsFor }]) =>
      `${segment}: it is not open yet${waitsFor === undefined ? "" : `: ${waitsFor}`}`,
  );
  const all = [
    ...(state.isStopping ? ["the service is stopping"] : []),
    ...reasons.flat(),
    ...unopened,
  ];
  const parts = [...chains].flatMap(partOf).concat(fleet ? limitsOf(fleet) : []);
  const lines = [
    ...all.map((one) => `not ready: ${one}`),
    ...(all.length === 0 ? ["ready"] : []),
    ...parts,
  ];
  const body = lines.map((line) => `${line}\n`).join("");
  return { status: all.length === 0 ? 200 : 503, headers: PLAIN, body };
}

/** State of a chain shared with other processes. */
function partOf([segment, { shared }]: readonly [string, Pick<ChainContext, "shared">]): string[] {
  if (!shared) return [];
  const role = shared.term === undefined ? "reads" : `produces blocks in term ${shared.term}`;
  const ages = `read ${shared.age.toFixed(1)} s ago, newest block ${shared.headAge.toFixed(1)} s old`;
  return [`${segment}: ${role}, height ${shared.height}, ${ages}`];
}

/** State of the rate limits. */
function limitsOf({ gateways, limitsFailure }: FleetStatus): string[] {
  if (limitsFailure === undefined) return ["rate limits: shared"];
  return [`rate limits: one part of ${gateways} in each gateway: ${limitsFailure}`];
}

/** Answers the metrics to this machine alone, unless the service opens them to all. */
export async function answerMetrics(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  meta: Meta,
  parts: PageParts,
): Promise<ServiceResponse> {
  const { isMetricsOpen, state } = parts;
  if (state.areMetricsApart || (!isMetricsOpen && !isLocalRequest(request))) {
    const text = state.areMetricsApart
      ? "/metrics has an address of its own, another port"
      : "/metrics answers only programs on this machine, by a loopback host and without a proxy";
    return answerError(new RestServiceError("NOT_FOUND", text), meta);
  }
  return { status: 200, headers: METRICS, body: await parts.metrics.write(parts) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
