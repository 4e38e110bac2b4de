import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TopicName as KnownTopicName } from "../../src/generated/topics.gen.ts";
import type { EventsOptions, EventStream, StreamEvent } from "../../src/events/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { type EventService, openEventService } from "../service/server/websocket/_event_service.ts";

/** Resources of a test, closed at its end. */
export class Opened {
  readonly #services: EventService[] = [];
  readonly #clients: { readonly events: { close(): Promise<void> } }[] = [];
  readonly #others: (() => unknown)[] = [];

  /** Opens a service that produces blocks on demand. */
  async service(...options: Parameters<typeof openEventService>): Promise<EventService> {
    const service = await openEventService(...options);
    this.#services.push(service);
    return service;
  }

  /** A client of delta with short pauses. */
  delta(
    origin: string,
    events: EventsOptions = {},
    further: Partial<Parameters<typeof createClient>[1]> = {},
  ): Client<"delta"> {
    // A service that starts again is not lost, however many attempts it takes meanwhile.
    const reconnect = { base: 5, cap: 50, fallbackAfter: 1_000 };
    const client = createClient("delta", {
      endpoints: origin,
      events: { reconnect, ...events },
      ...further,
    });
    this.#clients.push(client);
    return client;
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), "streams-"));
    this.#others.push(() => rmSync(folder, { recursive: true }));
    return folder;
  }

  /** Has something closed in the end. */
  add(close: () => unknown): void {
    this.#others.push(close);
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.events.close();
    for (const { listener } of this.#services.splice(0)) await listener.close();
    for (const close of this.#others.splice(0)) await close();
  }
}

/** Reads so many events. */
export async function take<Topic extends KnownTopicName>(
  stream: EventStream<Topic>,
  count: number,
): Promise<StreamEvent<Topic>[]> {
  const events: StreamEvent<Topic>[] = [];
  while (events.length < count) {
    const { done, value } = await stream.next();
    if (done) throw new Error(`Ended after ${events.length} events`);
    events.push(value);
  }
  return events;
}

/** Heights of blocks, and `reorg N` for notices. */
export function heights(events: readonly StreamEvent<"blocks">[]): (number | string)[] {
  return events.map(({ data, reorg }) => (reorg ? `reorg ${reorg.fromHeight}` : data.number));
}

/** Makes blocks. */
export async function mine({ service }: EventService, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await service.produceBlock("delta");
}

/** Resolves once a condition holds. */
export async function until(holds: () => boolean, within = 5_000): Promise<void> {
  const end = performance.now() + within;
  // What needs no time is there after some turns of the loop.
  let turns = 0;
  while (!holds()) {
    if (performance.now() > end) throw new Error("It did not come to be");
    await new Promise((resolve) => (turns++ < 50 ? setImmediate(resolve) : setTimeout(resolve, 2)));
  }
}
