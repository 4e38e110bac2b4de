import type { Listener, LogEntry, Service } from "../../service/mod.ts";
import { entryWriter, prettyLine } from "./write_log.ts";
import type { ServeFlags } from "./serve_flags.ts";

/** Level of the entries that are logged besides errors. */
const LOGGED: Readonly<Record<ServeFlags["log"], LogEntry["level"]>> = {
  errors: "error",
  requests: "info",
  pretty: "chain",
};

/** Opens the service, and listens. */
export async function startService({
  port,
  host,
  metricsPort,
  log: what,
  mempool,
  connections,
  subjects,
  databaseTimeout,
  maxConnections,
  maxConnectionsPerAddress,
  compressFrom,
  headersTimeout,
  requestTimeout,
  idleTimeout,
  stopDelay,
  stopTimeout,
  dev,
  exampleChain,
  ...options
}: Omit<ServeFlags, "stopWithParent">): Promise<{
  listener: Listener;
  service: Service;
}> {
  const { createService, listen, requireLoopback } = await import("../../service/mod.ts");
  if (dev) requireLoopback(host);
  const write = what === "pretty" ? entryWriter(process.stderr, prettyLine) : entryWriter();
  const log = (entry: LogEntry): void => {
    if (entry.level === "error" || entry.level === LOGGED[what]) write(entry);
  };
  const service = await createService({
    ...(exampleChain ? withoutChain(options) : options),
    exampleChain: exampleChain ?? false,
    mempoolSize: mempool,
    connectionsPerSubject: connections,
    maximumSubjects: subjects,
    databaseTimeout: milliseconds(databaseTimeout),
    ...(dev && { dev: {} }),
    openInBackground: true,
    log,
    logRequests: what === "requests",
  });
  try {
    const listener = await listen(service, {
      port,
      host,
      ...(metricsPort !== undefined && { metricsPort }),
      compressFrom,
      maximumConnections: maxConnections,
      maximumConnectionsPerAddress: maxConnectionsPerAddress,
      headersTimeout: milliseconds(headersTimeout),
      requestTimeout: milliseconds(requestTimeout),
      idleTimeout: milliseconds(idleTimeout),
      stopDelay: milliseconds(stopDelay),
      stopTimeout: milliseconds(stopTimeout),
    });
    return { listener, service };
  } catch (error) {
    // The error of listening is the one to report.
    await service.close().catch(() => undefined);
    throw error;
  }
}

/** Options except those with a default that the example chain sets itself. */
function withoutChain<Options extends Partial<ServeFlags>>(options: Options): Partial<Options> {
  const { history: _, traffic: __, mode: ___, ...rest } = options;
  return rest as Partial<Options>;
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}
