/**
 * Milliseconds until the installed command line has printed its version, beside a bare `node -e 0` of the same run, and the
 * same for a help text and a completion. The two take turns; the median of each counts. The first starts fill the cache of
 * compiled modules, and do not count. Build first: `npm run build`.
 * Floor: the version takes at most 3 times as long as bare Node.
 */
import { execFileSync } from "node:child_process";

import { median, readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const MAIN = new URL("../dist/cli/main.js", import.meta.url).pathname;
const STARTS: Readonly<Record<string, readonly string[]>> = {
  "node -e 0": ["-e", "0"],
  "--version": [MAIN, "--version"],
  "block --help": [MAIN, "block", "--help"],
  "completion of api getB": [MAIN, "__complete", "api", "getB"],
};

const times = new Map<string, number[]>(Object.keys(STARTS).map((name) => [name, []]));
const runs = readFlag("runs", 15);
for (let run = -2; run < runs; run++) {
  for (const [name, args] of Object.entries(STARTS)) {
    const time = timeStart(args);
    if (run >= 0) times.get(name)?.push(time);
  }
}
const medians = new Map([...times].map(([name, values]) => [name, median(values)]));
const bare = medians.get("node -e 0") ?? 1;
printTable([
  ["start", "ms", "of bare Node"],
  ...[...medians].map(([name, time]) => [name, time.toFixed(0), (time / bare).toFixed(2)]),
]);
const version = (medians.get("--version") ?? Infinity) / bare;
judge({ what: "starts of bare Node that --version takes", value: version, most: 3 });

function timeStart(args: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, args, { stdio: "ignore" });
  return performance.now() - started;
}
