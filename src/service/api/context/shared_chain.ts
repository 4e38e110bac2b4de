import type { Store } from "../../chain/store/mod.ts";

/** A chain that several processes serve, as this one sees it. */
export interface SharedChain {
  /** Height of the newest block that this process knows of. */
  readonly height: number;
  /** A store that has reached a height, if there is one; else the newest there is. */
  storeAt(height: number): Promise<Store>;
  /** Term of the lease, while this process produces the blocks. */
  readonly term: number | undefined;
  /** Seconds since the database was read last. */
  readonly age: number;
}
