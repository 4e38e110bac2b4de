import type { ChainStore, Store } from "../../../../src/service/chain/store/mod.ts";

/** The state of a store at its head, read past the store's own reads: keys with their values, in the order of their bytes. */
export async function stateOf(store: Store): Promise<(readonly [key: string, value: string])[]> {
  const rows = await (store as ChainStore).engine.ask<{ key: string; value: string }>(
    `SELECT key, value FROM {}.state WHERE value IS NOT NULL
      AND height = (SELECT max(height) FROM {}.state AS newer WHERE newer.key = state.key) ORDER BY key`,
  );
  return rows.map(({ key, value }) => [key, value]);
}
