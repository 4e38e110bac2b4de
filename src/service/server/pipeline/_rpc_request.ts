import type { CallerLimiter } from "../../access/rate_limit/mod.ts";
import type { ChainAnswers } from "../../api/context/mod.ts";
import { handleRpc } from "../../api/rpc/mod.ts";
import type { ServiceParts } from "../parts.ts";
import type { Answer, Exchange } from "./exchange.ts";

/** Answers the JSON-RPC calls of a request. It is named in its log and trace by its one call, or as a batch. */
export function answerRpc(
  exchange: Exchange,
  chain: ChainAnswers,
  limiter: CallerLimiter,
  { chains, devnet: { controlGuard }, observability }: ServiceParts,
): Promise<Answer> {
  const { request, onError } = exchange;
  const devnet = controlGuard && chains.get(chain.selection.segment)?.devnet;
  return handleRpc({
    request,
    chain,
    onError,
    further: devnet && controlGuard?.methods(request, devnet),
    chargeFurther: (requests) => limiter.chargeFurther(requests),
    onCall(method, code) {
      observability.metrics.countCall("http", method, code);
      if (exchange.operation === "batch") return;
      exchange.operation = method;
      if (code !== 0) exchange.span?.set({ "rpc.response.status_code": String(code) });
    },
    onBatch: () => void (exchange.operation = "batch"),
  });
}
