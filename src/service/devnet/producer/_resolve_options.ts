import { DEV_ACCOUNT_COUNT } from "../../../devnet/internal.ts";
import {
  DEFAULT_BLOCK_TIME,
  DEFAULT_HISTORY,
  type DevnetOptions,
  MAX_BLOCK_TIME,
  PRODUCER_MODES,
} from "./devnet.ts";

/** Options without a default. */
type Optional = Pick<DevnetOptions, "shared" | "signal" | "onHistory">;

/** Options with every default filled in. */
export type ResolvedOptions = Required<Omit<DevnetOptions, keyof Optional>> & Optional;

/**
 * Fills in the defaults.
 *
 * @throws {RangeError} If a number is out of range, or the mode is unknown.
 */
export function resolveOptions(options: DevnetOptions): ResolvedOptions {
  const resolved: ResolvedOptions = {
    seed: 0,
    blockTime: DEFAULT_BLOCK_TIME,
    history: DEFAULT_HISTORY,
    traffic: true,
    mode: "interval",
    clock: Date.now,
    accounts: DEV_ACCOUNT_COUNT,
    mempoolSize: 5_000,
    onError: (error) => console.error(error),
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    segment: options.segment,
    store: options.store,
  };
  checkWhole(resolved, "seed", 0, Number.MAX_SAFE_INTEGER);
  checkWhole(resolved, "history", 0, 1_000_000);
  checkWhole(resolved, "accounts", 0, 10_000);
  checkWhole(resolved, "mempoolSize", 1, 1_000_000);
  if (!PRODUCER_MODES.includes(resolved.mode)) {
    throw new RangeError(
      `Cannot open devnet: mode must be one of ${PRODUCER_MODES.join(", ")}, got ${resolved.mode}`,
    );
  }
  if (!(resolved.blockTime > 0 && resolved.blockTime <= MAX_BLOCK_TIME)) {
    throw new RangeError(
      `Cannot open devnet: blockTime must be above 0 and at most ${MAX_BLOCK_TIME} seconds, got ${resolved.blockTime}`,
    );
  }
  return resolved;
}

function checkWhole(
  options: ResolvedOptions,
  name: "seed" | "history" | "accounts" | "mempoolSize",
  minimum: number,
  maximum: number,
): void {
  const value = options[name];
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return;
  throw new RangeError(
    `Cannot open devnet: ${name} must be a whole number from ${minimum} to ${maximum}, got ${value}`,
  );
}
