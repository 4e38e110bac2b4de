import type { Segment } from "../../src/chains/mod.ts";

/** The service that cases run against. */
export interface Target {
  /** Origin of its URLs: `http://127.0.0.1:8645`. */
  readonly origin: string;
  /** Origin of its WebSockets, in http; undefined if it has none. */
  readonly socketOrigin?: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  /** True if only the runner makes blocks. */
  readonly hasOwnBlocks: boolean;
  /** Makes a block, or lets some time pass in which one may be made. */
  advance(segment: Segment): Promise<void>;
}
