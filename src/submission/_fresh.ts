import type { CallOptions } from "../transport/mod.ts";

/** Options of questions whose answer changes from block to block. */
export const FRESH: CallOptions = {};
