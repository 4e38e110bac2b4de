import type { Chain } from "../chains/mod.ts";
import type { Events } from "../events/mod.ts";

/**
 * New blocks, while a WebSocket tells of them; ends where they would be polled for. It yields once at the start too: a
 * block may have come before it could be told of.
 */
export async function* followBlocks(
  events: Events<Chain>,
  signal: AbortSignal,
): AsyncGenerator<unknown, void> {
  const stream = events.subscribe("blocks", {}, { signal });
  const stop = stream.onState(({ state }) => {
    if (state === "polling") void stream.return();
  });
  try {
    await stream.ready;
    if (stream.transport === "polling") return;
    yield undefined;
    for await (const event of stream) yield event;
  } finally {
    stop();
    await stream.return();
  }
}
