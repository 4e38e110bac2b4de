import { setTimeout as delay } from "node:timers/promises";
import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../../../chains/mod.ts";
import type { SharedChain } from "../../api/context/mod.ts";
import type { CallerLimiter } from "../../access/rate_limit/mod.ts";
import type { ServedChain } from "../data_folder/mod.ts";
import type { Chains } from "../parts.ts";
import {
  type Answer,
  type ChainHandler,
  type ChargedHandler,
  type Exchange,
  refuse,
  withHeaders,
} from "./exchange.ts";
import { answerNothing } from "./handlers.ts";
import type { RouteOf } from "./router.ts";

/** Most milliseconds that a request waits for its chain to be opened. */
const LONGEST_WAIT = 30_000;
const NOT_OPEN = { rest: "INTERNAL_ERROR", rpc: "InternalError", status: 503 } as const;

type ChainRoute = RouteOf<"rest" | "rpc" | "socket">;

/** Gives each request the chain of its segment, once that is open. */
export function onChain<Matched extends ChainRoute>(
  chains: Chains,
  next: ChainHandler<Matched>,
): ChargedHandler<Matched> {
  const { open, opening, segments } = chains;
  const nothing = answerNothing(segments);
  async function onceOpen(exchange: Exchange<Matched>, limiter: CallerLimiter): Promise<Answer> {
    const { segment } = exchange.route;
    const tooLong = delay(LONGEST_WAIT, undefined, { ref: false });
    await Promise.race([opening.get(segment)?.opened, tooLong]).catch(() => undefined);
    const chain = open.get(segment);
    if (chain) return atHeight(exchange, chain, limiter, next);
    const text = `The chain of ${segment} is not open yet, retry later; writing its first history takes a while`;
    return withHeaders(await refuse(exchange, NOT_OPEN, text), { "Retry-After": "1" });
  }
  return (exchange, limiter) => {
    const { segment } = exchange.route;
    if (opening.has(segment)) return onceOpen(exchange, limiter);
    const chain = open.get(segment);
    if (!chain) return nothing(exchange);
    return chain.shared ? atHeight(exchange, chain, limiter, next) : next(exchange, chain, limiter);
  };
}

/**
 * Answers from a store that has reached the height that the request names, and tells the height that it was read at.
 * With one process there is nothing to tell: what it answers never goes back by itself.
 */
async function atHeight<Matched extends ChainRoute>(
  exchange: Exchange<Matched>,
  chain: ServedChain,
  limiter: CallerLimiter,
  next: ChainHandler<Matched>,
): Promise<Answer> {
  const { shared } = chain;
  if (!shared || exchange.route.kind === "socket") return next(exchange, chain, limiter);
  let store = (await storeAt(exchange, shared)) ?? chain.store;
  const onPrimary = (): void => void (store = shared.primary ?? store);
  const isChain = store === chain.store && !shared.primary;
  const at = isChain ? chain : { ...chain, store, onPrimary };
  const answer = await next(exchange, at, limiter);
  // What a read was of is known by now: this may be newer than the answer, and never older.
  const height = store === chain.store ? shared.height : (await store.head())?.block.height;
  return withHeaders(answer, { [CHAIN_HEIGHT]: String(height) });
}

/** A store that has reached the height that a request names; undefined where any has. */
function storeAt(
  { request }: Exchange,
  shared: SharedChain,
): ReturnType<SharedChain["storeAt"]> | undefined {
  const least = Number(request.header(LEAST_HEIGHT.toLowerCase()) ?? -1);
  return Number.isSafeInteger(least) && least > shared.height ? shared.storeAt(least) : undefined;
}
