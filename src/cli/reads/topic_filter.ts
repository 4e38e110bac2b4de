import { WATCH_TOPICS } from "../../generated/commands.gen.ts";
import { LIMITS } from "../../generated/limits.gen.ts";
import { type Chain, SEGMENTS } from "../../generated/segments.gen.ts";
import type { TopicName } from "../../generated/topics.gen.ts";
import type { CommandParameter } from "../../tables.ts";
import { isAddress } from "../../units/mod.ts";
import { flagTable, valuesOf } from "../calls/call_flags.ts";
import { flag, type FlagTable, required } from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import { readNamedFile } from "../flag_values.ts";
import type { Fields } from "../json.ts";

/** The field of a filter that is read from a file. */
const ADDRESSES = "addresses";
/** The field for one of them. */
const ADDRESS = "address";

const MOST = LIMITS.addressesPerSubscription;

/** What a command of events subscribes to. */
export interface EventsCommand {
  readonly topic: TopicName;
  readonly description: string;
  readonly chains: readonly Chain[];
  /** True if the list of addresses has to be given. */
  readonly isByAddresses?: boolean;
}

/** Commands of events by their names: the topics, and `accountActivity` as in the client. */
export const EVENTS_COMMANDS: Readonly<Record<string, EventsCommand>> = {
  ...Object.fromEntries(
    Object.entries(WATCH_TOPICS).map(([name, { description, chains }]) => {
      return [name, { topic: name as TopicName, description, chains }];
    }),
  ),
  accountActivity: {
    topic: "transactions",
    description: "Every transaction from or to an address of a list.",
    chains: WATCH_TOPICS["transactions"]?.chains ?? [],
    isByAddresses: true,
  },
};

/** The flags of a command's filter. */
export function filterFlags({ topic, isByAddresses }: EventsCommand): FlagTable {
  const { plain, hasAddresses } = partsOf(topic);
  const file = flag("--addresses <file>", "file with addresses, one a line; # begins a comment");
  if (!isByAddresses) return { ...flagTable(plain), ...(hasAddresses && { [ADDRESSES]: file }) };
  const others = plain.filter(({ name }) => name !== ADDRESS);
  return { [ADDRESSES]: required(file), ...flagTable(others) };
}

/**
 * The filter of a topic by its flags.
 *
 * @throws {ExitError} If a value is of the wrong type, the file cannot be read, or a line of it is no address.
 */
export async function readFilter(topic: TopicName, flags: Fields): Promise<Fields> {
  const filter = valuesOf(partsOf(topic).plain, flags);
  const { [ADDRESSES]: file } = flags;
  return typeof file === "string" ? { ...filter, [ADDRESSES]: await readAddresses(file) } : filter;
}

/** What a filter shows of the chain that it is for. */
export function addressesIn(filter: Fields): string[] {
  return Object.values(filter)
    .flat()
    .filter((value) => typeof value === "string");
}

function partsOf(topic: TopicName): { plain: readonly CommandParameter[]; hasAddresses: boolean } {
  const { filters = [] } = WATCH_TOPICS[topic] ?? {};
  const plain = filters.filter(({ name }) => name !== ADDRESSES);
  return { plain, hasAddresses: plain.length < filters.length };
}

/** Reads addresses of one chain, a line each and each once; empty lines, and what follows `#`, are left out. */
async function readAddresses(file: string): Promise<string[]> {
  const text = await readNamedFile("--addresses", file, "the addresses in ");
  const addresses = new Set<string>();
  let prefix: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const address = line.replace(/#.*/, "").trim();
    if (address === "") continue;
    const own = prefixOf(address);
    const where = `Cannot read the addresses in ${file}: line ${index + 1}, ${JSON.stringify(address)},`;
    if (own === undefined) throw wrongUse(`${where} is no address; is it one a line, and whole?`);
    if (own !== (prefix ??= own))
      throw wrongUse(`${where} is of another chain than those above, which start with ${prefix}.`);
    addresses.add(address);
  }
  if (addresses.size > MOST)
    throw wrongUse(
      `Cannot read the addresses in ${file}: it has ${addresses.size}, a subscription takes at most ${MOST}. Split the file.`,
    );
  return [...addresses];
}

function prefixOf(address: string): string | undefined {
  const prefixes = Object.values(SEGMENTS).map(({ addressPrefix }) => addressPrefix);
  const own = prefixes.find((prefix) => address.startsWith(prefix));
  return own !== undefined && isAddress(address) ? own : undefined;
}
