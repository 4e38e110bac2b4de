import type { Store } from "../../chain/store/mod.ts";
import type { ChainContext } from "./chain_context.ts";

/** This process's view of a chain that several processes serve. */
export interface SharedChain {
  /** Height of the newest block that this process knows of. */
  readonly height: number;
  /** The primary, where reads go to a replica that may lag behind it. */
  readonly primary: Store | undefined;
  /** A store that has reached a height, if there is one; otherwise the newest. */
  storeAt(height: number): Promise<Store>;
  /** Term of the lease while this process is the block producer; otherwise undefined. */
  readonly term: number | undefined;
  /** Seconds since the last read of the database. */
  readonly age: number;
}

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
