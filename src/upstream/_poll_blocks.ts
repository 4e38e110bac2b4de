import { BlockReader } from "../events/internal.ts";
import type { BlockSummary } from "../generated/types.gen.ts";
import { sleep } from "../transport/internal.ts";
import type { LogStep } from "./_followed_log.ts";
import { reorgStep, stepOf } from "./_event_writer.ts";
import { type SessionParts, type Start, TICK } from "./_follow_session.ts";

/** A connection is tried meanwhile. */
const POLLING = { reconnect: { base: 100, cap: 10_000, fallbackAfter: 1 } } as const;

/**
 * Polls the blocks of an upstream and their transactions until its WebSocket answers, another upstream is to be followed, or
 * `signal` aborts.
 */
export async function pollBlocks(
  { chain, clientOf, start, isWanted, write }: SessionParts & { readonly start: Start },
  signal: AbortSignal,
): Promise<void> {
  const client = clientOf(POLLING);
  const stream = client.events.subscribe("blocks", {}, { fromHeight: start.blocks });
  stream.onState(({ state }) => (chain.isLive = state === "polling"));
  const reader = new BlockReader(client);
  /** Ends what is read for the log: whoever follows next reads it again. */
  const life = new AbortController();

  /** A block with its transactions: none of one that was replaced meanwhile. */
  async function stepsOf(block: BlockSummary): Promise<LogStep[]> {
    const isDue = block.number >= start.transactions;
    const found = isDue ? ((await reader.transactionsOf(block, life.signal)) ?? []) : [];
    return [stepOf("blocks", block), ...found.map((one) => stepOf("transactions", one))];
  }

  async function read(): Promise<void> {
    for await (const { data, reorg } of stream) {
      const steps = reorg ? [reorgStep(reorg)] : await stepsOf(data);
      if (life.signal.aborted) return;
      write(steps);
    }
  }

  async function untilOpen(): Promise<void> {
    while (isWanted() && stream.state !== "open") await sleep(TICK, chain.transport.clock, signal);
    if (stream.state === "open") chain.isPolled = false;
  }

  try {
    await Promise.race([read(), untilOpen()]);
  } finally {
    life.abort();
    chain.isLive = false;
    await client.close();
  }
}
