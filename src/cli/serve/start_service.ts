import type { Listener, LogEntry, Service } from "../../service/mod.ts";
import { LISTEN_DEFAULTS } from "../../service/options/mod.ts";
import { entryWriter, prettyLine } from "./write_log.ts";
import type { ServeFlags } from "./serve_flags.ts";

/** Level of the entries that are logged besides errors. */
const LOGGED: Readonly<Record<ServeFlags["log"], LogEntry["level"]>> = {
  errors: "error",
  requests: "info",
  pretty: "chain",
};

/** Opens the service, and listens. */
export async function startService(flags: ServeFlags): Promise<{
  listener: Listener;
  service: Service;
}> {
  const { service: options, listening, log: what, dev } = flags;
  const { createService, listen } = await import("../../service/mod.ts");
  const { requireLoopback } = await import("../../service/internal.ts");
  if (dev) requireLoopback(listening.host ?? LISTEN_DEFAULTS.host);
  const write = what === "pretty" ? entryWriter(process.stderr, prettyLine) : entryWriter();
  const log = (entry: LogEntry): void => {
    if (entry.level === "error" || entry.level === LOGGED[what]) write(entry);
  };
  const service = await createService({
    ...options,
    ...(dev && { dev: {} }),
    openInBackground: true,
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
