import type { Client } from "../../client/mod.ts";
import type { StreamEvent } from "../../events/mod.ts";
import {
  type Chain,
  EXAMPLE_SEGMENT,
  FIRST_SEGMENTS,
  type Segment,
  SEGMENTS,
} from "../../generated/segments.gen.ts";
import type { TopicName } from "../../generated/topics.gen.ts";
import { command, type CommandSpec, flag, type FlagTable } from "../command.ts";
import type { Printer } from "../output/printer.ts";
import { heightFrom, wholeNumberFrom } from "../flag_values.ts";
import { type KnownTokens, withToken } from "../output/tokens.ts";
import { tellOfState } from "./tell_of_state.ts";
import { addressesIn, EVENTS_COMMANDS, type EventsCommand, filterOf } from "./topic_filter.ts";

/** Topics that can be read from a past height on. */
const FROM_HEIGHT: readonly string[] = ["blocks", "transactions"];

export const watch = command({
  description: "Print events as they arrive, without gaps when a connection is lost",
  examples: ["watch blocks --chain {segment}", "watch transactions --ndjson | jq .data.hash"],
  commands: Object.fromEntries(
    Object.entries(EVENTS_COMMANDS).map(([name, events]) => [name, eventsCommand(name, events)]),
  ),
});

function eventsCommand(name: string, events: EventsCommand): CommandSpec {
  const { topic, description, chains, isByAddresses } = events;
  const filter = filterOf(events);
  const fromHeight = flag("--from <height>", "start at a past height", heightFrom);
  const table: FlagTable = {
    ...filter.flags,
    count: flag("--count <number>", "stop after this many events", wholeNumberFrom(1, 1e9)),
    ...(FROM_HEIGHT.includes(topic) && { from: fromHeight }),
  };
  // Addresses tell the chain.
  const about = isByAddresses ? "--addresses watch.txt" : `--chain ${segmentOf(chains)} --ndjson`;
  return command({
    description,
    isClient: true,
    flags: table,
    examples: [`watch ${name} ${about}`],
    async run({ connect, printer, terminal, flags }) {
      const { from, count } = flags as { readonly from?: number; readonly count?: number };
      const values = await filter.read(flags);
      const client = await connect({ addresses: addressesIn(values), chains });
      try {
        // The subscription reports a service that does not answer.
        if (from !== undefined) void tellOfWait(printer, client, from).catch(() => undefined);
        const stream = client.events.subscribe(topic as "blocks", values, { fromHeight: from });
        tellOfState((line) => terminal.stderr.line(line), stream);
        await printEvents(printer, client, stream, count);
      } finally {
        await client.events.close();
      }
    },
  });
}

/** The segment of the examples where the topic has its chain, else the first one of its last chain. */
export function segmentOf(chains: readonly Chain[]): Segment {
  const chain = chains.at(-1);
  if (chain === undefined || chains.includes(SEGMENTS[EXAMPLE_SEGMENT].chain))
    return EXAMPLE_SEGMENT;
  return FIRST_SEGMENTS[chain];
}

/** A height that the chain has yet to reach may be far away. */
async function tellOfWait(printer: Printer, client: Client, from: number): Promise<void> {
  const { blockHeight } = await client.getChainInfo();
  if (from > blockHeight)
    printer.note(`Waiting for block ${from}; the newest is block ${blockHeight}.`);
}

async function printEvents(
  printer: Printer,
  client: Client,
  events: AsyncIterable<StreamEvent<TopicName>>,
  count = Infinity,
): Promise<void> {
  const tokens: KnownTokens = new Map();
  let printed = 0;
  for await (const event of events) {
    if (printer.isForPrograms) printer.item(event);
    else if (event.reorg) printer.line(`Reorganised from height ${event.reorg.fromHeight}.`);
    else printer.row(await withToken(client, event.data, tokens));
    if (++printed >= count) break;
  }
}
