/** Response header with the chain height at which it was read; sent where several processes serve (extension). */
export const CHAIN_HEIGHT = "X-Chain-Height";

/** Request header with the lowest chain height at which the response may be read (extension). */
export const LEAST_HEIGHT = "X-Least-Chain-Height";
