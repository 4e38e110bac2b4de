import type { Store } from "../../chain/store/mod.ts";
import type { ChainContext } from "./chain_context.ts";

/** Finds a record by its hash. One that a lagging replica lacks is read from the primary. */
export async function findByHash<T>(
  { store, shared, onPrimary }: Pick<ChainContext, "store" | "shared" | "onPrimary">,
  find: (store: Store) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find(store);
  if (found !== undefined || !shared?.primary) return found;
  const late = await find(shared.primary);
  if (late !== undefined) onPrimary?.();
  return late;
}
