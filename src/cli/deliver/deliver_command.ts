import type { Client } from "../../client/mod.ts";
import type { DeliveryError, Sink, TextStream } from "../../delivery/mod.ts";
import { type TopicName, TOPICS } from "../../generated/topics.gen.ts";
import {
  command,
  type CommandContext,
  type CommandSpec,
  flag,
  required,
  type ValuesOf,
} from "../command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { durationFrom, wholeNumberFrom } from "../flag_values.ts";
import { tellOfState } from "../reads/tell_of_state.ts";
import {
  addressesIn,
  EVENTS_COMMANDS,
  type EventsCommand,
  filterOf,
} from "../reads/topic_filter.ts";
import { segmentOf } from "../reads/watch_command.ts";
import { onStopSignal } from "../serve/stop.ts";
import { clientOf } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";
import { namedBy, readNamedFile } from "../text_file.ts";
import { DeliveryMetrics } from "./delivery_metrics.ts";
import { DeliveryView } from "./delivery_view.ts";

/** The flags of every topic. */
const DELIVERY_FLAGS = {
  to: required(flag("--to <url>", "https URL of the receiver, or - for standard output")),
  state: required(flag("--state <file>", "file that keeps the position, made at first")),
  secretFile: flag("--secret-file <file>", "file with one secret a line, two to rotate"),
  batch: flag("--batch <number>", "most events of a batch", wholeNumberFrom(1, 10_000), 100),
  timeout: flag("--timeout <time>", "longest wait for an answer, by default 15s", milliseconds),
  giveUp: flag("--give-up <time>", "longest outage of the receiver, by default 3d", milliseconds),
  allowPrivate: flag("--allow-private", "allow http, this machine and private networks"),
  metricsPort: flag("--metrics-port <port>", "serve /metrics; 0: any", wholeNumberFrom(0, 65_535)),
  metricsHost: flag("--metrics-host <host>", "where to serve it", String, "127.0.0.1"),
};

/** Options of the library by other names than their flags. */
const OPTIONS: Readonly<Record<string, string>> = {
  url: "--to",
  secrets: "the secrets of --secret-file",
};

type DeliveryFlags = ValuesOf<typeof DELIVERY_FLAGS>;

function milliseconds(text: string): number {
  return durationFrom(text) * 1_000;
}

export const deliver = command({
  description:
    "Deliver events to a webhook or to standard output: in order, each batch acknowledged before the next. A run resumes after the last acknowledged batch.",
  examples: [
    "deliver blocks --chain {segment} --to - --state blocks.db",
    "deliver blocks --to https://… --secret-file s.txt --state d.db",
  ],
  commands: Object.fromEntries(
    Object.entries(EVENTS_COMMANDS).flatMap(([name, events]) =>
      // A live topic cannot be resumed.
      TOPICS[events.topic].live ? [] : [[name, eventsCommand(name, events)]],
    ),
  ),
});

function eventsCommand(name: string, events: EventsCommand): CommandSpec {
  const { topic, description, chains, isByAddresses } = events;
  // Addresses tell the chain.
  const about = isByAddresses ? "--addresses watch.txt" : `--chain ${segmentOf(chains)}`;
  const filter = filterOf(events);
  return command({
    description,
    isClient: true,
    printsLines: true,
    flags: { ...DELIVERY_FLAGS, ...filter.flags },
    flagOf: (option) => OPTIONS[option],
    examples: [`deliver ${name} ${about} --to - --state d.db`],
    async run(context) {
      const values = await filter.read(context.flags);
      const hints = { addresses: addressesIn(values), chains };
      await runDelivery(context, topic, values, hints).catch((error: unknown) => {
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
  const delivery = await import("../../delivery/mod.ts");
  const sink = await sinkOf(terminal, flags);
  const events = delivery.RESUMABLE_EVENTS;
  const client = await clientOf(await settings(hints), terminal, { events });
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
    const delivered = await delivery.deliver({
      subscription: { client, topic: topic as "blocks", filter },
      sink,
      state: delivery.sqliteState(flags.state),
      batch,
      giveUp,
      clock: terminal.clock,
      signal: stop.signal,
      onProgress(progress) {
        view.show(progress);
        metrics.count(progress);
      },
    });
    if (printer.isForPrograms && flags.to !== "-") {
      const { events: count, batches, cursor } = delivered;
      printer.value({ events: count, batches, cursor });
    } else view.tell(`Stopped; ${delivered.events} events delivered.`);
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
  const { fd } = terminal.stdout;
  const write: TextStream["write"] = (text, written) => terminal.stdout.text(text, written);
  return ndjsonSink({ write, ...(fd !== undefined && { fd }) });
}

/** Milliseconds between two looks at the newest height. */
const HEAD_INTERVAL = 10_000;

/** Asks for the newest height now and then, for the lag behind it. */
function followHead(client: Client, view: DeliveryView, signal: AbortSignal): NodeJS.Timeout {
  const ask = async (): Promise<void> => {
    view.head = (await client.getChainInfo({ signal, priority: "watch" })).blockHeight;
  };
  // The subscription reports a service that does not answer.
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

/** Most secrets that are in use at a time. */
const MOST_SECRETS = 2;

/** Reads the secrets of a file, a line each; no output shows them from then on. */
async function readSecrets(
  { secrets: hidden }: Terminal,
  file: string | undefined,
): Promise<string[]> {
  if (file === undefined)
    throw wrongUse("Missing --secret-file: a receiver verifies what is delivered by a secret.");
  const text = await readNamedFile("--secret-file", file, "the secrets in ");
  const secrets = text.split("\n").flatMap((line) => line.trim() || []);
  for (const secret of secrets) hidden.add(secret);
  if (secrets.length > 0 && secrets.length <= MOST_SECRETS) return secrets;
  throw wrongUse(
    `Cannot use the secrets in ${namedBy("--secret-file", file)}: it has ${secrets.length} lines; expected one secret, or two to rotate.`,
  );
}
