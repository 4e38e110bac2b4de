/**
 * Whether 2,000 idle and 500 busy WebSockets hold: the busy ones call one method after the other, and at the end every
 * idle one is still answered. Prints calls per second. It takes 2 × 2,500 open files: `ulimit -n 8192` where the limit
 * is lower.
 *
 * `--idle N`, `--busy N`, `--seconds N`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WebSocket } from "ws";
import { readFlag } from "./_measure.ts";
import { type Pinned, pinGenerator, residentBytes, startService } from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { judge } from "./_table.ts";

const IDLE = readFlag("idle", 2_000);
const BUSY = readFlag("busy", 500);
const SECONDS = readFlag("seconds", 10);

/** Calls until the time is up; the number of answers. */
async function keepCalling(socket: WebSocket, end: number): Promise<number> {
  let answers = 0;
  while (performance.now() < end) {
    await callSocket(socket, "chain_getInfo", []);
    answers++;
  }
  return answers;
}

const folder = mkdtempSync(join(tmpdir(), "bench-sockets-"));
let service: Pinned | undefined;
try {
  pinGenerator();
  const bounds = ["--connections", "10000", "--max-connections-per-address", "10000"];
  const flags = ["--chain", "delta", ...bounds];
  service = await startService(join(folder, "log"), { flags });
  const url = `${service.origin.replace("http", "ws")}/ws/delta`;
  const before = residentBytes(service);
  const idle = await openSockets(url, IDLE);
  const perIdle = (residentBytes(service) - before) / IDLE / 1_000;
  const busy = await openSockets(url, BUSY);
  const started = performance.now();
  const answers = await Promise.all(
    busy.map((socket) => keepCalling(socket, started + SECONDS * 1_000)),
  );
  const rate =
    (answers.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - started);
  console.log(
    `${rate.toFixed(0)} calls per second on ${BUSY} connections, beside ${IDLE} idle ones of ${perIdle.toFixed(1)} kB each`,
  );
  const held = await Promise.all(
    idle.map((socket) => callSocket(socket, "chain_getInfo", []).then(Boolean, () => false)),
  );
  const starved = answers.filter((count) => count === 0).length;
  judge({ what: "idle connections that hold", value: held.filter(Boolean).length, least: IDLE });
  judge({ what: "busy connections that were never answered", value: starved, most: 0 });
  for (const socket of [...idle, ...busy]) socket.terminate();
} finally {
  service?.process.kill();
  rmSync(folder, { recursive: true });
}
