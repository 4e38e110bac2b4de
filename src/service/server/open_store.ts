import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Segment } from "../../chains/mod.ts";
import { openSqliteStore, type Store } from "../store/mod.ts";
import { restBlock, restBlockSummary, restTransaction } from "../views/mod.ts";

/** How records that never change are kept rendered: as REST shows them. */
const RENDER = {
  block: (block: Parameters<typeof restBlock>[0]): string => JSON.stringify(restBlock(block)),
  blockSummary: (block: Parameters<typeof restBlockSummary>[0]): string =>
    JSON.stringify(restBlockSummary(block)),
  transaction: (transaction: Parameters<typeof restTransaction>[0]): string =>
    JSON.stringify(restTransaction(transaction)),
};

/**
 * Opens the store of a segment: in memory, or in a file of its own below `data`.
 *
 * @throws {Error} If the folder or the file cannot be used; the message names it.
 */
export async function openStore(segment: Segment, data: string | undefined): Promise<Store> {
  if (data === undefined) return openSqliteStore({ path: ":memory:", render: RENDER });
  try {
    await mkdir(data, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use data folder ${data}: ${reason}`, { cause });
  }
  return openSqliteStore({ path: join(data, `${segment}.sqlite`), render: RENDER });
}
