import type { Client, ClientOptions } from "alphadelta";
import type { EventStream } from "alphadelta/events";
import { check, present, rejection, same } from "./expect.ts";
import { command, connect, type World } from "./world.ts";

/** Subscribes to blocks, and ends that whatever comes of `work`: not every runtime has `await using`. */
async function onBlocks(
  delta: Client<"delta">,
  work: (stream: EventStream<"blocks">) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const stream = delta.events.subscribe("blocks", {}, { signal });
  try {
    await stream.ready;
    await work(stream);
  } finally {
    await delta.events.close();
  }
}

async function numberOf(stream: EventStream<"blocks">): Promise<number> {
  const { value } = await stream.next();
  return present(value?.data, "a block").number;
}

/** Blocks as they come, none left out and none twice though the connection is lost. */
export async function reconnect(world: World): Promise<void> {
  const options = { events: { reconnect: { base: 50 }, polling: false } } as const;
  await onBlocks(connect(world, "delta", options), async (stream) => {
    same(stream.transport, "webSocket", "what carries events");
    await command(world, "mine");
    const first = await numberOf(stream);
    const states: string[] = [];
    stream.onState(({ state }) => states.push(state));
    await command(world, "drop");
    await command(world, "mine");
    await command(world, "mine");
    same(await numberOf(stream), first + 1, "the block after the connection was lost");
    same(await numberOf(stream), first + 2, "the block after that");
    check(states.includes("waiting"), `the connection to be lost, but it was ${states.join()}`);
  });
}

/** A notice stands where blocks were replaced. */
export async function reorganise(world: World): Promise<void> {
  await onBlocks(connect(world, "delta"), async (stream) => {
    await command(world, "mine");
    const replaced = await numberOf(stream);
    await command(world, "reorganise");
    const { value } = await stream.next();
    same(value?.reorg?.fromHeight, replaced, "the height that was taken back");
    same(await numberOf(stream), replaced, "the block in its place");
  });
}

/** Blocks by asking for them, where no WebSocket is known. */
export async function poll(world: World): Promise<void> {
  const { origin } = world;
  const options: Partial<ClientOptions> = {
    endpoints: { apiHost: origin, rpcUrl: `${origin}/rpc/delta` },
    events: { webSocket: NoWebSocket as never },
  };
  await onBlocks(connect(world, "delta", options), async (stream) => {
    same(stream.transport, "polling", "what carries events");
    await command(world, "mine");
    check((await numberOf(stream)) > 0, "a block by polling");
  });
}

/** Never opens. */
class NoWebSocket extends EventTarget {
  readonly readyState = 3;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event("close")), 0);
  }
  close(): void {}
  send(): void {}
}

/** A signal ends a subscription with its own reason. */
export async function abortEvents(world: World): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("enough");
  const run = async (stream: EventStream<"blocks">): Promise<void> => {
    const ended = rejection(stream.next(), "an aborted subscription");
    controller.abort(reason);
    same(await ended, reason, "what an aborted subscription rejects with");
    same(stream.state, "closed", "the state of an aborted subscription");
  };
  await onBlocks(connect(world, "delta"), run, controller.signal);
}
