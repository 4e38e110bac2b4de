import type { Client, ClientOptions } from "../../client/mod.ts";
import {
  type Chain,
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

/** What tells the chain where no flag does. */
export interface ChainHints {
  readonly addresses?: readonly string[];
  /** Chains that have the call. */
  readonly chains?: readonly Chain[];
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

const SEGMENT_NAMES = Object.keys(SEGMENTS) as Segment[];

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
    segment: segmentOf(flags.chain, env.ALPHADELTA_CHAIN || config.chain, hints),
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

/**
 * Reads the URL of a service.
 *
 * @param what Says what it is of in messages, which never repeat it.
 * @throws {ExitError} If it is none.
 */
export function endpointOf(text: string, what = "the endpoint"): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isService = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
  if (isService && !url.username && !url.password) return text.replace(/\/+$/, "");
  throw wrongUse(`Cannot use ${what}: expected an origin such as ${LOCAL}, without a key.`);
}

/**
 * The segment that a flag names. Else an address, or a call that one chain has, names the chain, and a setting the network.
 *
 * @throws {ExitError} If nothing tells the chain.
 */
function segmentOf(
  flag: string | undefined,
  setting: string | undefined,
  { addresses = [], chains = CHAINS }: ChainHints,
): Segment {
  if (flag) return checkSegment(flag);
  const preferred = setting ? checkSegment(setting) : undefined;
  const named = chainOfAddress(addresses) ?? (chains.length === 1 ? chains[0] : undefined);
  if (named === undefined) {
    if (preferred) return preferred;
    throw wrongUse(
      `Missing chain: use --chain with ${SEGMENT_NAMES.join(", ")}, or "alphadelta config set chain ${EXAMPLE_SEGMENT}" once.`,
    );
  }
  if (preferred === undefined) return FIRST_SEGMENTS[named];
  const { network } = SEGMENTS[preferred];
  const found = SEGMENT_NAMES.find(
    (name) => SEGMENTS[name].chain === named && SEGMENTS[name].network === network,
  );
  return found ?? FIRST_SEGMENTS[named];
}

function chainOfAddress(addresses: readonly string[]): Chain | undefined {
  const known = SEGMENT_NAMES.find((name) =>
    addresses.some((address) => address.startsWith(SEGMENTS[name].addressPrefix)),
  );
  return known && SEGMENTS[known].chain;
}

/** @throws {ExitError} If it is no rate tier. */
export function checkTier(text: string | undefined): Tier | undefined {
  if (text === undefined || Object.hasOwn(TIERS, text)) return text as Tier | undefined;
  throw wrongUse(
    `Cannot use tier ${JSON.stringify(text)}: choose ${Object.keys(TIERS).join(", ")}.`,
  );
}

/** The key of a file that a flag names, else of the variables, else of the settings; undefined where none has one. */
export async function readKey(
  terminal: Terminal,
  flags: Pick<ConnectionFlags, "keyFile">,
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
    file === "-"
      ? await terminal.readInput()
      : await readNamedFile("--key-file", file, "the key file ");
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
  return clientOf(await readSettings(terminal, flags, hints));
}

/** Makes the client of settings that are read. */
export async function clientOf(
  { segment, endpoint, apiKey, tier }: Settings,
  further: Pick<ClientOptions, "events"> = {},
): Promise<Client> {
  const { createClient } = await import("../../client/mod.ts");
  return createClient(segment, { endpoints: endpoint, apiKey, tier, ...further });
}
