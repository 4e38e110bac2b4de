import { existsSync } from "node:fs";

/** True if the programs that check alerts and units are installed. */
export const hasDeployTools = ["promtool", "systemd-analyze"].every((name) =>
  existsSync(`/usr/bin/${name}`),
);
