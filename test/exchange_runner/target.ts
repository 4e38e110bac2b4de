import type { Segment } from "../../src/chains/mod.ts";

/** The service that cases run against. */
export interface Target {
  /** Where its URLs start: `http://127.0.0.1:8645`. */
  readonly origin: string;
  /** Where the URLs of its WebSockets start, in http; undefined where it has none. */
  readonly socketOrigin?: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Whether nobody but the runner makes blocks. */
  readonly hasOwnBlocks: boolean;
  /** Makes a block, or lets some time pass in which one may be made. */
  advance(segment: Segment): Promise<void>;
}
