import { WATCH_TOPICS } from "../../generated/commands.gen.ts";
import { LIMITS } from "../../generated/limits.gen.ts";
import { type Chain, SEGMENTS } from "../../generated/segments.gen.ts";
import type { TopicName } from "../../generated/topics.gen.ts";
import { flagsOf, flagTable, valuesOf } from "../calls/call_flags.ts";
import { flag, type FlagTable, required } from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import { segmentOfAddress } from "../flag_values.ts";
import type { Fields } from "../json.ts";
import { readNamedFile } from "../text_file.ts";

/** The field of a filter that is read from a file. */
const ADDRESSES = "addresses";
/** The field for one of them. */
const ADDRESS = "address";

const MOST = LIMITS.addressesPerSubscription;

/** The subscription of a command of events. */
export interface EventsCommand {
  readonly topic: TopicName;
  readonly description: string;
  readonly chains: readonly Chain[];
  /** True if the list of addresses is required. */
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

/** The filter of a command of events: its flags, and a reader of their values. */
interface TopicFilter {
  readonly flags: FlagTable;
  readonly read: (options: Fields) => Promise<Fields>;
}

export function filterOf({ topic, isByAddresses }: EventsCommand): TopicFilter {
  const { filters = [] } = WATCH_TOPICS[topic] ?? {};
  const plain = filters.filter(
    ({ name }) => name !== ADDRESSES && !(isByAddresses && name === ADDRESS),
  );
  const flags = flagsOf(plain);
  const file = flag("--addresses <file>", "file with addresses, one a line; # begins a comment");
  const hasAddresses = filters.some(({ name }) => name === ADDRESSES);
  return {
    flags: isByAddresses
      ? { [ADDRESSES]: required(file), ...flagTable(flags) }
      : { ...flagTable(flags), ...(hasAddresses && { [ADDRESSES]: file }) },
    async read(options) {
      const values = valuesOf(flags, options, `subscribe to ${topic}`);
      const { [ADDRESSES]: path } = options;
      return typeof path === "string"
        ? { ...values, [ADDRESSES]: await readAddresses(path) }
        : values;
    },
  };
}

/** The addresses in a filter; their prefix implies the chain. */
export function addressesIn(filter: Fields): string[] {
  return Object.values(filter)
    .flat()
    .filter((value) => typeof value === "string");
}

/** Reads addresses of one chain, a line each and each once; empty lines and comments behind `#` are left out. */
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

/** The prefix of an address, which is all that the interface shows of one; it has no spaces and no list marks. */
function prefixOf(address: string): string | undefined {
  const segment = /[\s,;"']/.test(address) ? undefined : segmentOfAddress(address);
  return segment && SEGMENTS[segment].addressPrefix;
}
