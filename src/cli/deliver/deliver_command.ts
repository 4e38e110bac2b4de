import type { Client } from "../../client/mod.ts";
import type { DeliveryError, Sink } from "../../delivery/mod.ts";
import { WATCH_TOPICS } from "../../generated/commands.gen.ts";
import type { TopicName } from "../../generated/topics.gen.ts";
import { command, type CommandContext, type CommandSpec, type FlagTable } from "../command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { tellOfState } from "../reads/tell_of_state.ts";
import { accountFlags, addressesIn, filterFlags, readFilter } from "../reads/topic_filter.ts";
import { segmentOf } from "../reads/watch_command.ts";
import { onStopSignal } from "../serve/stop.ts";
import { clientOf } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";
import { DELIVERY_FLAGS, type DeliveryFlags, readSecrets } from "./delivery_flags.ts";
import { DeliveryMetrics } from "./delivery_metrics.ts";
import { DeliveryView } from "./delivery_view.ts";

export const deliverCommand = command({
  description:
    "Deliver events to a webhook or to standard output: in order, each acknowledged before the next batch. What a run left is resumed by the next.",
  examples: [
    "deliver blocks --chain {segment} --to - --state blocks.db",
    "deliver blocks --to https://… --secret-file s.txt --state d.db",
  ],
  commands: {
    accountActivity: topicCommand("transactions", {
      description: "Every transaction from or to one of the addresses in a file",
      filters: accountFlags(),
      example: "accountActivity --addresses watch.txt",
    }),
    ...Object.fromEntries(
      Object.keys(WATCH_TOPICS).map((topic) => [topic, topicCommand(topic as TopicName)]),
    ),
  },
});

/** What a command says of its topic, where it is not the topic itself. */
interface TopicView {
  readonly description?: string;
  readonly filters?: FlagTable;
  readonly example?: string;
}

function topicCommand(topic: TopicName, view: TopicView = {}): CommandSpec {
  const { description: own = "", chains = [] } = WATCH_TOPICS[topic] ?? {};
  const { description = own, filters = filterFlags(topic) } = view;
  const { example = `${topic} --chain ${segmentOf(chains)}` } = view;
  return command({
    description,
    isClient: true,
    printsLines: true,
    flags: { ...DELIVERY_FLAGS, ...filters },
    examples: [`deliver ${example} --to - --state d.db`],
    async run(context) {
      const filter = await readFilter(topic, context.flags);
      const addresses = addressesIn(filter);
      await runDelivery(context, topic, filter, { addresses, chains }).catch((error: unknown) => {
        throw exitOf(error);
      });
    },
  });
}

async function runDelivery(
  { terminal, flags, settings, printer }: CommandContext<DeliveryFlags>,
  topic: TopicName,
  filter: object,
  hints: Parameters<CommandContext["settings"]>[0],
): Promise<void> {
  const { deliver, RESUMABLE_EVENTS, sqliteState } = await import("../../delivery/mod.ts");
  const sink = await sinkOf(terminal, flags);
  const client = await clientOf(await settings(hints), { events: RESUMABLE_EVENTS });
  const view = new DeliveryView(terminal);
  const metrics = new DeliveryMetrics(view);
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  const head = followHead(client, view, stop.signal);
  tellOfState((line) => view.tell(line), client.events);
  try {
    if (flags.metricsPort !== undefined)
      view.tell(`Metrics at ${await metrics.listen(flags.metricsHost, flags.metricsPort)}.`);
    const { batch, giveUp } = flags;
    const { events, batches, cursor } = await deliver({
      subscription: { client, topic: topic as "blocks", filter },
      sink,
      state: sqliteState(flags.state),
      batch,
      giveUp,
      signal: stop.signal,
      onProgress(progress) {
        view.show(progress);
        metrics.count(progress);
      },
    });
    if (printer.isForPrograms && flags.to !== "-") printer.value({ events, batches, cursor });
    else view.tell(`Stopped; ${events} events delivered.`);
  } finally {
    clearInterval(head);
    view.end();
    metrics.close();
    await client.close();
  }
}

async function sinkOf(terminal: Terminal, flags: DeliveryFlags): Promise<Sink> {
  const { ndjsonSink, webhookSink } = await import("../../delivery/mod.ts");
  const { to: url, secretFile, allowPrivate, timeout } = flags;
  if (url !== "-") {
    const secrets = await readSecrets(terminal, secretFile);
    return webhookSink({ url, secrets, allowPrivate, timeout });
  }
  if (secretFile !== undefined)
    throw wrongUse("Cannot sign standard output: leave --secret-file out, or name a URL by --to.");
  return ndjsonSink(process.stdout);
}

/** Milliseconds between two looks at the newest height. */
const HEAD_INTERVAL = 10_000;

/** Asks for the newest height now and then, for the lag behind it. */
function followHead(client: Client, view: DeliveryView, signal: AbortSignal): NodeJS.Timeout {
  const ask = async (): Promise<void> => {
    view.head = (await client.getChainInfo({ signal, priority: "watch" })).blockHeight;
  };
  // Of a service that does not answer, the subscription tells.
  const askSafely = (): void => void ask().catch(() => undefined);
  askSafely();
  return setInterval(askSafely, HEAD_INTERVAL).unref();
}

const EXITS: { readonly [Code in DeliveryError["code"]]?: number } = {
  receiver_gone: EXIT.gaveUp,
  given_up: EXIT.gaveUp,
  cursor_expired: EXIT.expired,
  wrong_state: EXIT.wrongUse,
  address_refused: EXIT.wrongUse,
};

function exitOf(error: unknown): unknown {
  const { name, code, message } = error as DeliveryError;
  if (name !== "DeliveryError") return error;
  return new ExitError(EXITS[code] ?? EXIT.failed, message);
}
