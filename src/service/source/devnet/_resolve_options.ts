import { DEV_ACCOUNT_COUNT } from "../../../devnet/mod.ts";
import { DEFAULT_BLOCK_TIME, type DevnetOptions } from "./devnet_options.ts";

/** Options with every default filled in. */
export type ResolvedOptions = Required<DevnetOptions>;

/**
 * Fills in the defaults.
 *
 * @throws {RangeError} If a number among the options is out of range.
 */
export function resolveOptions(options: DevnetOptions): ResolvedOptions {
  const resolved: ResolvedOptions = {
    seed: 0,
    blockTime: DEFAULT_BLOCK_TIME,
    history: 300,
    traffic: true,
    automatic: true,
    clock: Date.now,
    accounts: DEV_ACCOUNT_COUNT,
    mempoolSize: 5_000,
    onError: (error) => console.error(error),
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    segment: options.segment,
    store: options.store,
  };
  checkWhole(resolved, "seed", Number.MAX_SAFE_INTEGER);
  checkWhole(resolved, "history", 1_000_000);
  checkWhole(resolved, "accounts", 10_000);
  checkWhole(resolved, "mempoolSize", 1_000_000);
  // A longer interval overflows the timer, which would then fire at once.
  if (!(resolved.blockTime > 0 && resolved.blockTime <= 86_400)) {
    throw new RangeError(
      `Cannot open devnet: blockTime must be above 0 and at most 86400 seconds, got ${resolved.blockTime}`,
    );
  }
  return resolved;
}

function checkWhole(
  options: ResolvedOptions,
  name: "seed" | "history" | "accounts" | "mempoolSize",
  maximum: number,
): void {
  const value = options[name];
  if (Number.isSafeInteger(value) && value >= 0 && value <= maximum) return;
  throw new RangeError(
    `Cannot open devnet: ${name} must be a whole number from 0 to ${maximum}, got ${value}`,
  );
}
