import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { openSqliteStore, type Store } from "../store/mod.ts";
import { eventRender } from "../events/mod.ts";
import { restBlock, restBlockSummary, restTransaction } from "../views/mod.ts";
import { dataFile } from "./data_file.ts";

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
  const render = { ...RENDER, events: eventRender(SEGMENTS[segment].chain) };
  return openSqliteStore({ path: await dataFile(data, `${segment}.sqlite`), render });
}
