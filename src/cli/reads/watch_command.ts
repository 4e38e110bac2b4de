import { Command } from "commander";
import type { Client } from "../../client/mod.ts";
import type { StreamEvent, SubscribeOptions } from "../../events/mod.ts";
import { WATCH_TOPICS } from "../../generated/commands.gen.ts";
import {
  type Chain,
  EXAMPLE_SEGMENT,
  FIRST_SEGMENTS,
  type Segment,
  SEGMENTS,
} from "../../generated/segments.gen.ts";
import type { TopicName } from "../../generated/topics.gen.ts";
import { describedFlags, type FlagValues, valuesOf } from "../calls/call_flags.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { openClient } from "../settings/connection.ts";
import { Printer } from "../output/printer.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

/** Topics that can be read from a past height on. */
const FROM_HEIGHT: readonly string[] = ["blocks", "transactions"];

type Flags = ClientFlags & FlagValues & { readonly from?: number; readonly count?: number };

/** The command `watch`: events as they come, each topic of the specs as a subcommand. */
export function watchCommand(terminal: Terminal): Command {
  const command = new Command("watch")
    .summary("Print events as they arrive")
    .description("Print events as they arrive, without gaps when a connection is lost");
  for (const topic of Object.keys(WATCH_TOPICS) as TopicName[])
    command.addCommand(topicCommand(terminal, topic));
  return withExamples(
    command,
    "watch blocks --chain {segment}",
    "watch transactions --ndjson | jq .data.hash",
  );
}

function topicCommand(terminal: Terminal, topic: TopicName): Command {
  const { description = "", filters = [], chains = [] } = WATCH_TOPICS[topic] ?? {};
  const command = clientCommand(topic).description(description);
  for (const flag of describedFlags(filters)) command.addOption(flag);
  command.option("--count <number>", "stop after this many events", wholeNumberFrom(1, 1e9));
  if (FROM_HEIGHT.includes(topic))
    command.option("--from <height>", "start at a past height", wholeNumberFrom(0, 1e15));
  command.action(async (flags: Flags) => {
    const values = valuesOf(filters, flags);
    const addresses = Object.values(values).filter((value) => typeof value === "string");
    const client = await openClient(terminal, flags, { addresses, chains });
    const printer = new Printer(terminal, flags);
    try {
      // Of a service that does not answer, the subscription tells.
      if (flags.from !== undefined)
        void tellOfWait(printer, client, flags.from).catch(() => undefined);
      await printEvents(printer, subscribe(client, topic, values, flags), flags);
    } finally {
      await client.events.close();
    }
  });
  return withExamples(command, `watch ${topic} --chain ${segmentOf(chains)} --ndjson`);
}

/** The segment of the examples where the topic has its chain, else the first one of its last chain. */
function segmentOf(chains: readonly Chain[]): Segment {
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

function subscribe(
  client: Client,
  topic: TopicName,
  filter: Readonly<Record<string, unknown>>,
  { from }: Flags,
): AsyncIterable<StreamEvent<TopicName>> {
  const events = client.events as unknown as {
    subscribe(
      name: TopicName,
      filter: object,
      options: SubscribeOptions,
    ): AsyncIterable<StreamEvent<TopicName>>;
  };
  return events.subscribe(topic, filter, { fromHeight: from });
}

async function printEvents(
  printer: Printer,
  events: AsyncIterable<StreamEvent<TopicName>>,
  { count = Infinity }: Flags,
): Promise<void> {
  let printed = 0;
  for await (const event of events) {
    if (printer.isForPrograms) printer.item(event);
    else if (event.reorg) printer.line(`Reorganised from height ${event.reorg.fromHeight}.`);
    else printer.row(event.data, printed === 0);
    if (++printed >= count) break;
  }
}
