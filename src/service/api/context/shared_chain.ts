import type { Store } from "../../chain/store/mod.ts";

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
  /** Seconds since this process saw a block come or go last. */
  readonly headAge: number;
}
