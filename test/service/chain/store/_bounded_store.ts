import { DatabaseSync } from "node:sqlite";

import { prepareStore } from "../../../../src/service/chain/store/sqlite/open_sqlite_store.ts";
import type { Render, Store } from "../../../../src/service/chain/store/mod.ts";

/** A store on a disk that can be full: SQLite itself refuses to let the file grow beyond a bound. */
export interface BoundedStore {
  readonly store: Store;
  /** Pages of the file. */
  readonly pages: () => number;
  /** Lets the file grow by so many pages and no more. */
  readonly fillDisk: (left: number) => void;
  /** Lets it grow again. */
  readonly freeDisk: () => void;
  /** Lets the next commit take effect and fail afterwards. */
  readonly breakCommit: () => void;
}

/** As many pages as SQLite allows. */
const UNBOUNDED = 2 ** 32 - 2;

/** Opens a store in a file. */
export function openBounded(path: string, render: Render): BoundedStore {
  const database = new BreakableDatabase(path);
  const store = prepareStore(database, { render });
  const pages = (): number => Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
  return {
    store,
    pages,
    fillDisk: (left) => database.exec(`PRAGMA max_page_count = ${pages() + left}`),
    freeDisk: () => database.exec(`PRAGMA max_page_count = ${UNBOUNDED}`),
    breakCommit: () => void (database.isBroken = true),
  };
}

class BreakableDatabase extends DatabaseSync {
  isBroken = false;

  override exec(sql: string): void {
    super.exec(sql);
    if (!this.isBroken || sql !== "COMMIT") return;
    this.isBroken = false;
    throw new Error("disk I/O error");
  }
}
