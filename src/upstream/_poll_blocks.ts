import { sleep } from "../transport/internal.ts";
import { reorgStep, stepOf } from "./_event_writer.ts";
import { clientOf, type SessionParts } from "./_follow_session.ts";

/** A connection is tried meanwhile. */
const POLLING = { reconnect: { base: 100, cap: 10_000, fallbackAfter: 1 } } as const;

/** Milliseconds between looks at the connection. */
const TICK = 200;

/**
 * Polls the blocks of an upstream through REST until its WebSocket answers, another upstream is to be followed, or `signal`
 * aborts. The cursors stay, and bring the events of the other topics later; a reorganisation ends them.
 */
export async function pollBlocks(parts: SessionParts, signal: AbortSignal): Promise<void> {
  const { chain, start, topics, isWanted, write } = parts;
  const client = clientOf(parts, POLLING);
  const fromHeight = start.heights?.get("blocks") ?? 0;
  const stream = client.events.subscribe("blocks", {}, { fromHeight });
  // The hashes of blocks tell whether they are of the same chain.
  stream.onState(({ state }) => (chain.live = state === "polling" ? {} : undefined));
  const noCursors = topics.map((topic) => [topic, null] as const);

  async function read(): Promise<void> {
    for await (const { data, reorg } of stream)
      write([reorg ? reorgStep(reorg, noCursors) : stepOf("blocks", data)]);
  }

  async function untilOpen(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one look after another
    while (isWanted() && stream.state !== "open") await sleep(TICK, chain.transport.clock, signal);
    if (stream.state === "open") chain.isPolled = false;
  }

  try {
    await Promise.race([read(), untilOpen()]);
  } finally {
    chain.live = undefined;
    await client.close();
  }
}
