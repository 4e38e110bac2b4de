/**
 * A gateway in front of a service of this repository, behind a proxy that injects faults.
 *
 * - `polling`: 200 clients that poll the head and two old blocks a second for 60 s through one upstream of the tier Public, of
 *   one segment and of all four: none is refused, and the upstream gets at most 3 requests a block time and segment beside
 *   the first read of each old block (aim 2)
 * - `hit`: requests a second of what the gateway has cached, beside the same read of the service behind it: at least 0.8 (aim 1)
 * - `lag`: how much later the gateway tells of a block than its upstream, p99: at most 300 ms (aim 100)
 * - `sockets`: 5,000 WebSocket clients on one upstream subscription for each topic, through reorganisations and lost
 *   connections: every event, in order, none twice
 * - `reads`: 10,000 random reads of every operation and method, while blocks are replaced: all are the upstream's data
 * - `faults`: an upstream that is killed, stalls, is cut or lies, alone and beside a second one: no wrong answer, and all is
 *   well again within 3 s (aim 1)
 * - `restart`: an upstream of the tier Public is restarted: all four segments are live within 6 s (aim 3)
 *
 * `-- --only polling` runs a part by itself. `--clients N`, `--seconds N` (polling), `--rounds N`, `--profile FOLDER` (hit),
 * `--blocks N` (lag), `--sockets N`, `--reads N`, `--restarts N`.
 */
import { partsOf } from "./_measure.ts";
import { type Floor, judge } from "./_table.ts";
import { benchFaults } from "./upstream/faults.ts";
import { benchHits } from "./upstream/hit.ts";
import { benchLag } from "./upstream/lag.ts";
import { benchPolling } from "./upstream/polling.ts";
import { benchReads } from "./upstream/reads.ts";
import { benchRestart } from "./upstream/restart.ts";
import { benchSockets } from "./upstream/sockets.ts";

const PARTS = partsOf<() => Promise<readonly Floor[]>>({
  polling: benchPolling,
  hit: benchHits,
  lag: benchLag,
  sockets: benchSockets,
  reads: benchReads,
  faults: benchFaults,
  restart: benchRestart,
});
for (const [name, run] of PARTS) {
  console.log(`\n${name}`);
  for (const verdict of await run()) judge(verdict);
}
