import type { Command } from "commander";

/** Flags hidden from `--help`: limits, timeouts and settings of several processes. */
const RARE = [
  ...["mempool", "read-store", "redis", "role", "database-connections"],
  ...["database-timeout", "keys-per-day"],
  ...["pages-per-second", "trusted-proxies", "event-queue", "connections", "max-connections"],
  ...["max-connections-per-address", "subjects", "compress-from", "headers-timeout"],
  ...["request-timeout", "idle-timeout", "stop-delay", "stop-timeout", "metrics-open"],
  "metrics-port",
  ...["stop-with-parent"],
];

/** Hides rare flags so that the help fits one screen; `--help-all` shows all of them. */
export function hideRareFlags(command: Command): Command {
  const rare = command.options.filter((option) => RARE.includes(option.long?.slice(2) ?? ""));
  for (const option of rare) option.hideHelp();
  return command
    .option("--help-all", "show the flags for limits, timeouts and shared databases too")
    .on("option:help-all", () => {
      for (const option of rare) option.hideHelp(false);
      command.help();
    });
}
