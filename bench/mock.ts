/**
 * Requests per second of the service beside Prism's mock of the same REST document, which makes up its answers: each
 * on the first core, the load from the second, in turns; the median of the rounds' ratios counts. Floor: 10.
 *
 * Prism is installed in `bench/rivals` when this runs first.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { generateLoad, requestBytes } from "./_generate_load.ts";
import { median, readFlag } from "./_measure.ts";
import { pinGenerator, startService } from "./_pinned.ts";
import { judge } from "./_table.ts";
import { startPrism } from "./rivals/prism.ts";

const ROUNDS = readFlag("rounds", 5);
const MILLISECONDS = readFlag("seconds", 2) * 1000;
const PORT = 8_792;

const folder = mkdtempSync(join(tmpdir(), "bench-mock-"));
const children: { kill(): unknown }[] = [];
try {
  const prism = await startPrism(PORT, undefined, ["taskset", "-c", "0"]);
  children.push(prism.process);
  pinGenerator();
  const service = await startService(join(folder, "log"));
  children.push(service.process);
  const load = { connections: 32, milliseconds: MILLISECONDS };
  const run = (origin: string, path: string): Promise<number> =>
    generateLoad({ ...load, origin, requests: [requestBytes("GET", path)] });
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await run(service.origin, "/v1/delta/blocks/7");
    const other = await run(prism.origin, "/blocks/7");
    // The first round warms both up.
    if (round === 0) continue;
    console.log(`requests per second: service ${own.toFixed(0)}, Prism's mock ${other.toFixed(0)}`);
    ratios.push(own / other);
  }
  judge({ what: "block by height, service over Prism's mock", value: median(ratios), least: 10 });
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
}
