import type { EventStream } from "alphadelta/events";
import { check, present, rejection, same } from "./expect.ts";
import { command, connect, type World } from "./world.ts";

/** Blocks as they come, none left out and none twice though the connection is lost. */
export async function reconnect(world: World): Promise<void> {
  const delta = connect(world, "delta", { events: { reconnect: { base: 50 }, polling: false } });
  await using events = delta.events;
  const stream = events.subscribe("blocks");
  await stream.ready;
  same(stream.transport, "webSocket", "what carries events");
  await command(world, "mine");
  const first = await numberOf(stream);
  await command(world, "drop");
  await command(world, "mine");
  await command(world, "mine");
  same(await numberOf(stream), first + 1, "the block after the connection was lost");
  same(await numberOf(stream), first + 2, "the block after that");
}

async function numberOf(stream: EventStream<"blocks">): Promise<number> {
  const { value } = await stream.next();
  return present(value?.data, "a block").number;
}

/** A notice stands where blocks were replaced. */
export async function reorganise(world: World): Promise<void> {
  const delta = connect(world, "delta");
  await using events = delta.events;
  const stream = events.subscribe("blocks");
  await stream.ready;
  await command(world, "mine");
  const replaced = await numberOf(stream);
  await command(world, "reorganise");
  const { value } = await stream.next();
  same(value?.reorg?.fromHeight, replaced, "the height that was taken back");
  same(await numberOf(stream), replaced, "the block in its place");
}

/** Polling in place of a WebSocket. */
export async function poll(world: World): Promise<void> {
  const delta = connect(world, "delta", {
    endpoints: { apiHost: world.origin, rpcUrl: `${world.origin}/rpc/delta` },
    events: { webSocket: NoWebSocket as never },
  });
  await using events = delta.events;
  const stream = events.subscribe("blocks");
  await stream.ready;
  same(stream.transport, "polling", "what carries events");
}

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
  const delta = connect(world, "delta");
  await using events = delta.events;
  const controller = new AbortController();
  const stream = events.subscribe("blocks", {}, { signal: controller.signal });
  await stream.ready;
  const reason = new Error("enough");
  const ended = rejection(stream.next(), "an aborted subscription");
  controller.abort(reason);
  same(await ended, reason, "what an aborted subscription rejects with");
  check(stream.state === "closed", "an aborted subscription to be closed");
}
