/** Header of an answer that tells the height of the chain that it was read at, where several processes answer (decided). */
export const CHAIN_HEIGHT = "X-Chain-Height";

/** Header of a request that names the least height that its answer may be read at (decided). */
export const LEAST_HEIGHT = "X-Least-Chain-Height";
