import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../../../chains/internal.ts";
import type { ResponseOrPromise, ServiceRequest, ServiceResponse } from "../../request.ts";
import type { ChainContext, SharedChain } from "../../api/context/mod.ts";

/**
 * Answers from a store that has reached the height that the request names, and tells the height that it was read at.
 * With one process there is nothing to tell: what it answers never goes back by itself.
 */
export function atHeight(
  request: Pick<ServiceRequest, "header">,
  chain: ChainContext,
  answer: (chain: ChainContext) => ResponseOrPromise,
): ResponseOrPromise {
  if (!chain.shared) return answer(chain);
  return answerShared(request, chain, chain.shared, answer);
}

async function answerShared(
  request: Pick<ServiceRequest, "header">,
  chain: ChainContext,
  shared: SharedChain,
  answer: (chain: ChainContext) => ResponseOrPromise,
): Promise<ServiceResponse> {
  const least = Number(request.header(LEAST_HEIGHT.toLowerCase()) ?? -1);
  let store =
    Number.isSafeInteger(least) && least > shared.height
      ? await shared.storeAt(least)
      : chain.store;
  const onPrimary = (): void => void (store = shared.primary ?? store);
  const isChain = store === chain.store && !shared.primary;
  const response = await answer(isChain ? chain : { ...chain, store, onPrimary });
  // What a read was of is known by now: this may be newer than the answer, and never older.
  const height = store === chain.store ? shared.height : (await store.head())?.block.height;
  return { ...response, headers: { ...response.headers, [CHAIN_HEIGHT]: String(height) } };
}
