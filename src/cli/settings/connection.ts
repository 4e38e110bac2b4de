import { serverPathIn } from "../../chains/internal.ts";
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
import { offering, type Reader, segmentOfAddress } from "../flag_values.ts";
import { readKeyFile, type Terminal } from "../terminal.ts";
import { type Config, readConfig } from "./config_file.ts";
import { keyFrom, namedBy } from "../text_file.ts";

export interface ConnectionFlags {
  readonly chain?: string;
  readonly endpoint?: string;
  readonly keyFile?: string;
  readonly tier?: string;
}

/** Addresses and calls that imply the chain where no flag names it. */
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

/** Reads the settings of a command: of each its flag, else its variable, else the file, else its default. */
export async function readSettings(
  terminal: Terminal,
  flags: ConnectionFlags,
  hints: ChainHints = {},
): Promise<Settings> {
  const { env } = terminal;
  const config = await readConfig(terminal);
  const tier = flags.tier || env.ALPHADELTA_TIER || config.tier;
  return {
    segment: segmentOf(flags.chain, chainSetting(terminal, config), hints),
    endpoint: endpointOf(flags.endpoint || env.ALPHADELTA_ENDPOINT || config.endpoint || LOCAL),
    apiKey: await readKey(terminal, flags, config),
    tier: tier === undefined ? tier : checkTier(tier),
  };
}

/** The segment that a flag or a setting names; undefined where none does. */
export function namedSegment(
  terminal: Terminal,
  { chain }: ConnectionFlags,
  config: Config,
): Segment | undefined {
  const name = chain || chainSetting(terminal, config);
  return name ? checkSegment(name) : undefined;
}

function chainSetting({ env }: Terminal, config: Config): string | undefined {
  return env.ALPHADELTA_CHAIN || config.chain;
}

export const checkSegment = nameFrom<Segment>("chain", SEGMENTS);
export const checkTier = nameFrom<Tier>("tier", TIERS);

/** Reads one of the names of a table, which the completion offers. */
function nameFrom<Name extends string>(what: string, table: object): Reader<Name> {
  const names = Object.keys(table);
  return offering(
    () => names,
    (text) => {
      if (names.includes(text)) return text as Name;
      throw wrongUse(`Cannot use ${what} ${JSON.stringify(text)}: choose ${names.join(", ")}.`);
    },
  );
}

/**
 * Reads the URL of a service.
 *
 * @param what Name of the URL in messages, which never repeat the URL itself.
 */
export function endpointOf(text: string, what = "the endpoint"): string {
  const url = URL.parse(text);
  const isService = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash;
  const isPlain = isService && !url.username && !url.password;
  const [path] = isPlain ? serverPathIn(url.pathname) : [];
  if (isPlain && !path) return text.replace(/\/+$/, "");
  const hasKey = url && (url.search !== "" || url.username !== "" || url.password !== "");
  const left = path ? `, without the path ${path}` : hasKey ? ", without a key" : "";
  // A host with its port is no key.
  const expected = /^[\w.-]+:\d+$/.test(text)
    ? `http://${text}`
    : `an origin such as ${LOCAL}${left}`;
  throw wrongUse(`Cannot use ${what}: expected ${expected}.`);
}

/** The segment of the flag; otherwise the chain of an address or of a call of one chain, on the network of the setting. */
function segmentOf(
  flag: string | undefined,
  setting: string | undefined,
  { addresses = [], chains = CHAINS }: ChainHints,
): Segment {
  if (flag) return checkSegment(flag);
  const preferred = setting ? checkSegment(setting) : undefined;
  const owners = new Set(addresses.map(segmentOfAddress));
  const owner = SEGMENT_NAMES.find((name) => owners.has(name));
  const [only] = chains.length === 1 ? chains : [];
  const named = owner ? SEGMENTS[owner].chain : only;
  if (named === undefined) {
    if (preferred) return preferred;
    throw wrongUse(
      `Missing chain: use --chain with ${SEGMENT_NAMES.join(", ")}, or "alphadelta config set chain ${EXAMPLE_SEGMENT}" once.`,
    );
  }
  if (preferred === undefined) return FIRST_SEGMENTS[named];
  const { network } = SEGMENTS[preferred];
  const match = SEGMENT_NAMES.find(
    (name) => SEGMENTS[name].chain === named && SEGMENTS[name].network === network,
  );
  return match ?? FIRST_SEGMENTS[named];
}

/**
 * Reads the key from the file of the flag, the variables or the settings, in this order; undefined without a key.
 */
export async function readKey(
  terminal: Terminal,
  flags: Pick<ConnectionFlags, "keyFile">,
  config: Config,
): Promise<string | undefined> {
  const file = keyFileOf(terminal, flags, config);
  const variable = terminal.env.ALPHADELTA_KEY_FILE ? "ALPHADELTA_KEY_FILE" : undefined;
  const source = flags.keyFile ? "--key-file" : (variable ?? "the setting key-file");
  const key = file === undefined ? plainKey(terminal, config) : await keyIn(terminal, source, file);
  if (key !== undefined) terminal.secrets.add(key);
  return key;
}

function plainKey({ env }: Terminal, { key }: Config): string | undefined {
  const { ALPHADELTA_KEY: value } = env;
  if (value) return keyFrom(value, "the key in ALPHADELTA_KEY");
  return key ? keyFrom(key, "the key of the settings") : undefined;
}

/** The file that the key is read from, `-` for standard input; undefined where it is in none. */
export function keyFileOf(
  { env }: Terminal,
  { keyFile }: Pick<ConnectionFlags, "keyFile">,
  config: Config,
): string | undefined {
  if (keyFile) return keyFile;
  return env.ALPHADELTA_KEY ? undefined : env.ALPHADELTA_KEY_FILE || config["key-file"];
}

/** Names of files that may be a key, which was passed in the place of its file. */
const LIKE_A_KEY = /^[\w-]{20,}$/;

async function keyIn(terminal: Terminal, source: string, file: string): Promise<string> {
  const text = await readKeyFile(terminal, source, file, LIKE_A_KEY);
  return keyFrom(text, `the key in ${namedBy(source, file)}`);
}

/** Makes the client of settings that are read. */
export async function clientOf(
  { segment, endpoint, apiKey, tier }: Settings,
  { clock }: Pick<Terminal, "clock">,
  further: Pick<ClientOptions, "events"> = {},
): Promise<Client> {
  const { createClient } = await import("../../client/mod.ts");
  return createClient(segment, { endpoints: endpoint, apiKey, tier, clock, ...further });
}
