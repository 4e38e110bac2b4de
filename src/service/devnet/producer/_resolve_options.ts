import { DEV_ACCOUNT_COUNT } from "../../../devnet/mod.ts";
import {
  CHAIN_ROWS,
  type Resolved,
  resolveOptions,
  type Rows,
  wholeNumber,
} from "../../options/mod.ts";
import type { DevnetOptions } from "./devnet.ts";

/** Options of a devnet with a default. */
type Settings = Pick<DevnetOptions, keyof typeof CHAIN_ROWS | "accounts">;

const ROWS = {
  ...CHAIN_ROWS,
  accounts: { ...wholeNumber(0, 10_000), default: DEV_ACCOUNT_COUNT },
} as const satisfies Rows<Settings>;

/** Options of a devnet with every default filled in. */
export type ResolvedOptions = DevnetOptions &
  Resolved<Settings, typeof ROWS> &
  Required<Pick<DevnetOptions, "onError">>;

/**
 * Checks the options of a devnet, and fills in the defaults.
 *
 * @throws {TypeError | RangeError} If one is not what it must be; the message names it.
 */
export function resolveDevnetOptions(options: DevnetOptions): ResolvedOptions {
  const names = Object.keys(ROWS) as (keyof Settings)[];
  const given = Object.fromEntries(names.map((name) => [name, options[name]]));
  const settings = resolveOptions<Settings, typeof ROWS>("Cannot open devnet", given, ROWS);
  const { onError = (error: unknown) => console.error(error) } = options;
  return { ...options, ...settings, onError };
}
