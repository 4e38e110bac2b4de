import type { Client } from "../../client/mod.ts";
import {
  CHAINS,
  EXAMPLE_SEGMENT,
  FIRST_SEGMENTS,
  type Segment,
  SEGMENTS,
} from "../../generated/segments.gen.ts";
import { type Tier, TIERS } from "../../generated/tiers.gen.ts";
import { wrongUse } from "../exit_error.ts";
import { readNamedFile } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import { type Config, readConfig } from "./config_file.ts";

export interface ConnectionFlags {
  readonly chain?: string;
  readonly endpoint?: string;
  readonly keyFile?: string;
  readonly tier?: string;
}

/** Source of the chain if no setting names one. */
export interface ChainHints {
  readonly addresses?: readonly string[];
  readonly chains?: readonly string[];
}

/** Service that a command calls, and its key and tier. */
export interface Settings {
  readonly segment: Segment;
  readonly endpoint: string;
  readonly apiKey: string | undefined;
  readonly tier: Tier | undefined;
}

/** The service that `alphadelta serve` starts. */
const LOCAL = "http://127.0.0.1:8645";

const SEGMENT_NAMES = Object.keys(SEGMENTS);

/**
 * Reads the settings of a command: of each its flag, else its variable, else the file, else its default.
 *
 * @throws {ExitError} If one is wrong, or nothing tells the chain.
 */
export async function readSettings(
  terminal: Terminal,
  flags: ConnectionFlags,
  hints: ChainHints = {},
): Promise<Settings> {
  const { env } = terminal;
  const config = await readConfig(terminal);
  return {
    segment: segmentOf(flags.chain || env.ALPHADELTA_CHAIN || config.chain, hints),
    endpoint: endpointOf(flags.endpoint || env.ALPHADELTA_ENDPOINT || config.endpoint || LOCAL),
    apiKey: await readKey(terminal, flags, config),
    tier: checkTier(flags.tier || env.ALPHADELTA_TIER || config.tier),
  };
}

/** @throws {ExitError} If it is no segment. */
export function checkSegment(text: string): Segment {
  if (Object.hasOwn(SEGMENTS, text)) return text as Segment;
  throw wrongUse(`Cannot use chain ${JSON.stringify(text)}: choose ${SEGMENT_NAMES.join(", ")}.`);
}

/** @throws {ExitError} If it is no URL of a service. */
export function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isService = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
  if (isService && !url.username && !url.password) return text.replace(/\/+$/, "");
  throw wrongUse(`Cannot use the endpoint: expected an origin such as ${LOCAL}, without a key.`);
}

function segmentOf(
  given: string | undefined,
  { addresses = [], chains = CHAINS }: ChainHints,
): Segment {
  if (given !== undefined) return checkSegment(given);
  for (const address of addresses) {
    const known = SEGMENT_NAMES.find((name) =>
      address.startsWith(SEGMENTS[name as Segment].addressPrefix),
    );
    if (known) return known as Segment;
  }
  const [only, ...others] = chains;
  if (only !== undefined && others.length === 0)
    return FIRST_SEGMENTS[only as keyof typeof FIRST_SEGMENTS];
  throw wrongUse(
    `Missing chain: use --chain with ${SEGMENT_NAMES.join(", ")}, or "alphadelta config set chain ${EXAMPLE_SEGMENT}" once.`,
  );
}

/** @throws {ExitError} If it is no rate tier. */
export function checkTier(text: string | undefined): Tier | undefined {
  if (text === undefined || Object.hasOwn(TIERS, text)) return text as Tier | undefined;
  throw wrongUse(
    `Cannot use tier ${JSON.stringify(text)}: choose ${Object.keys(TIERS).join(", ")}.`,
  );
}

async function readKey(
  terminal: Terminal,
  flags: ConnectionFlags,
  config: Config,
): Promise<string | undefined> {
  const { env } = terminal;
  const own = flags.keyFile;
  const key =
    own === undefined && env.ALPHADELTA_KEY
      ? env.ALPHADELTA_KEY
      : await keyIn(terminal, own || env.ALPHADELTA_KEY_FILE || config["key-file"], config.key);
  if (key) terminal.secrets.add(key);
  return key || undefined;
}

async function keyIn(
  terminal: Terminal,
  file: string | undefined,
  otherwise: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return otherwise;
  const text =
    file === "-" ? terminal.readInput() : await readNamedFile("--key-file", file, "the key file ");
  const key = text.trim();
  if (/^\S+$/.test(key)) return key;
  throw wrongUse(`Cannot use the key in ${file}: expected one line with nothing but the key.`);
}

/** Makes the client that a command calls with, by its flags and the settings. */
export async function openClient(
  terminal: Terminal,
  flags: ConnectionFlags,
  hints?: ChainHints,
): Promise<Client> {
  const { segment, endpoint, apiKey, tier } = await readSettings(terminal, flags, hints);
  const { createClient } = await import("../../client/mod.ts");
  return createClient(segment, { endpoints: endpoint, apiKey, tier });
}
