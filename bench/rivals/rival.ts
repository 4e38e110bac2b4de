import { ADDRESS } from "../client/stub.ts";
import type { PlatformFetch } from "../../src/transport/mod.ts";

/** Options of a rival; its own defaults apply to the rest. */
export interface RivalOptions {
  readonly origin: string;
  readonly fetch?: PlatformFetch | undefined;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Sends each call once. */
  readonly isOnce?: boolean;
  /** Puts JSON-RPC calls of one moment together, where it can. */
  readonly batches?: boolean;
}

/** The same calls of each rival; what it does not have is left out. */
export interface RivalCalls {
  /** JSON-RPC: the balance of an account. */
  readonly balance?: (address: string, height: number, signal?: AbortSignal) => Promise<unknown>;
  /** REST: a block. */
  readonly block?: (height: number, signal?: AbortSignal) => Promise<unknown>;
  /** The numbers of the newest blocks, by as many pages of `limit` as hold `count`. */
  readonly walk?: (limit: number, count: number) => Promise<number[]>;
}

/** The JSON-RPC request for a balance. */
export function balanceRequest(id: number, address: string, height: number): object {
  return { jsonrpc: "2.0", id, method: "account_getBalance", params: [address, height] };
}

/** Reads a block; of a rival with JSON-RPC alone, a balance at its height. */
export function readBlock(
  { block, balance }: RivalCalls,
  height: number,
  signal?: AbortSignal,
): Promise<unknown> {
  return (
    block?.(height, signal) ??
    balance?.(ADDRESS, height, signal) ??
    Promise.reject(new TypeError("Nothing to read"))
  );
}

/** A client that others use for the same work. */
export interface Rival {
  readonly name: string;
  /** Makes a client of the segment `delta`. */
  readonly make: (options: RivalOptions) => RivalCalls;
}
