import module from "node:module";
import type { Listener, LogEntry, Service, Upstream } from "../../service/mod.ts";
import {
  isFreeForLocal,
  LISTEN_DEFAULTS,
  type ProducerMode,
  SERVICE_DEFAULTS,
  type ServiceOptions,
} from "../../service/options/mod.ts";
import { command, flag } from "../command.ts";
import { writeDevToken } from "../dev/dev_token.ts";
import type { UpstreamOptions } from "../../upstream/mod.ts";
import { wrongUse } from "../exit_error.ts";
import type { Printer } from "../output/printer.ts";
import { readConfig } from "../settings/config_file.ts";
import { readKey } from "../settings/connection.ts";
import { onOutputError, type Terminal } from "../terminal.ts";
import {
  addServeFlags,
  inSeconds,
  readServeFlags,
  serveFlagOf,
  type ServeFlags,
} from "./serve_flags.ts";
import { endProcess, onStopSignal, parentEnd } from "./stop.ts";
import { startTraces } from "./traces.ts";
import { type ChainSummary, describeService, welcome } from "./welcome.ts";
import { entryWriter, prettyLine, tellHistory } from "./write_log.ts";

/** Description of block production by mode. */
const BLOCKS: Readonly<Record<ProducerMode, (blockTime: number) => string>> = {
  interval: (blockTime) => `one every ${blockTime} s`,
  manual: () => "on request only",
  "on-submit": () => "one after each submission",
};

export const serve = command({
  hasOwnFormat: true,
  description: "Run the service on an embedded devnet, every chain and network in one process",
  examples: ["serve --chain {segment} --block-time 0.5 --dev"],
  flags: { json: flag("--json", "print a JSON object when it is up, in place of the greeting") },
  adjust: addServeFlags,
  flagOf: serveFlagOf,
  async run({ terminal, built, printer }) {
    const flags = readServeFlags(built);
    await runService(terminal, flags, printer).catch((error: Error) => {
      error.message = inSeconds(error.message);
      throw flags.upstream ? adviseOnUpstream(error) : error;
    });
  },
});

async function runService(terminal: Terminal, flags: ServeFlags, printer: Printer): Promise<void> {
  requireStore(flags.service);
  // Until it is up, nobody relies on it.
  let close = async (): Promise<void> => undefined;
  let ending: Promise<void> | undefined;
  const stop = (): void => void (ending ??= endProcess(terminal, () => close()));
  onStopSignal(stop);
  // It goes on whatever became of its greeting and its log.
  onOutputError(() => undefined);
  if (flags.stopWithParent) void parentEnd().then(stop);
  const endTraces = await startTraces(terminal);
  const upstream = flags.upstream && (await openUpstream(terminal, flags.keyFile, flags.upstream));
  const { listener, service } = await startService(terminal, { ...flags, upstream });
  const { devToken, opened } = service;
  const { origin } = listener;
  // For "alphadelta dev"; if it cannot be written, the token is only in the greeting.
  const written = devToken && writeDevToken(terminal, origin, devToken).catch(() => undefined);
  close = async () => {
    const forget = await written;
    if (forget) await forget();
    await listener.close();
    await endTraces?.();
  };
  await written;
  const { metricsOrigin } = listener;
  const showKeys = terminal.stdout.isTTY;
  const greeting = { ...chainOf(flags.service, upstream), metricsOrigin, devToken, showKeys };
  if (printer.isForPrograms) printer.item(describeService(origin, greeting));
  else terminal.stdout.text(`${await welcome(origin, greeting)}\n`);
  // Flushed now, since the process may be killed later.
  module.flushCompileCache?.();
  await opened.catch(async (error: unknown) => {
    // Why a chain could not be opened matters more.
    await close().catch(() => undefined);
    throw error;
  });
}

function requireStore({ store, redis, role }: ServiceOptions): void {
  if (store !== undefined) return;
  const hasRole = role !== undefined && role !== SERVICE_DEFAULTS.role;
  const name = redis !== undefined ? "--redis" : hasRole ? "--role" : undefined;
  if (name === undefined) return;
  throw wrongUse(`Cannot use ${name} without --store: it is for processes that share a database`);
}

/** The chains of a service for its greeting: of a devnet of its own also seed, block production and limits. */
function chainOf(options: ServiceOptions, upstream: Upstream | undefined): ChainSummary {
  const { segments } = options;
  if (upstream) return { segments, upstreams: upstream.origins };
  const { store, seed, mode, blockTime } = { ...SERVICE_DEFAULTS, ...options };
  if (store !== undefined) return { segments };
  const isLocalFree = isFreeForLocal(options);
  return { segments, seed, blocks: BLOCKS[mode](blockTime), isLocalFree };
}

/** The upstream that the flags name, with its key. */
async function openUpstream(
  terminal: Terminal,
  keyFile: string | undefined,
  options: UpstreamOptions,
): Promise<Upstream> {
  const { upstreamOf } = await import("../../upstream/mod.ts");
  const apiKey = await readKey(
    terminal,
    keyFile === undefined ? {} : { keyFile },
    await readConfig(terminal),
  );
  return upstreamOf({ ...options, ...(apiKey !== undefined && { apiKey }) });
}

/** Adds advice for the command line to the failure of an upstream; any other error is returned unchanged. */
function adviseOnUpstream(error: unknown): unknown {
  const { name, code, message } = error as Error & { readonly code?: unknown };
  // Without the client's own advice, which is for its programs.
  const reasons = message.replace(
    /\. Is a service running there, [^?]*\?|; raise max\w+ [^.;]*/g,
    "",
  );
  if (name === "UnusableUpstreamError")
    return withAdvice(reasons, "See --upstream, --chain for what it serves, and --key-file.");
  if (code === "network") return withAdvice(reasons, "Is it running? See --upstream.");
  return error;
}

function withAdvice(message: string, advice: string): Error {
  return new Error(`${message.replace(/\.$/, "")}. ${advice}`);
}

/** Level of the entries that are logged besides errors. */
const LOGGED: Readonly<Record<ServeFlags["log"], LogEntry["level"]>> = {
  errors: "error",
  requests: "info",
  pretty: "chain",
};

async function startService(
  { stderr }: Terminal,
  flags: Omit<ServeFlags, "upstream"> & { readonly upstream: Upstream | undefined },
): Promise<{ readonly listener: Listener; readonly service: Service }> {
  const { service: options, listening, log: what, dev, upstream } = flags;
  const { createService, listen } = await import("../../service/mod.ts");
  const { requireLoopback, requirePort } = await import("../../service/internal.ts");
  if (dev) requireLoopback(listening.host ?? LISTEN_DEFAULTS.host);
  await requirePort(listening);
  const write = entryWriter(stderr, what === "pretty" ? prettyLine : undefined);
  const log = (entry: LogEntry): void => {
    if (entry.level === "error" || entry.level === LOGGED[what]) write(entry);
  };
  const service = await createService({
    ...options,
    ...(dev && { dev: {} }),
    ...(upstream && { upstream }),
    openInBackground: true,
    onHistory: (...made) => tellHistory(stderr, ...made),
    log,
    logRequests: what === "requests",
  });
  try {
    const listener = await listen(service, listening);
    return { listener, service };
  } catch (error) {
    // The error of listening is the one to report.
    await service.close().catch(() => undefined);
    throw error;
  }
}
