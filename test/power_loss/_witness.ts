import { setTimeout } from "node:timers/promises";

import { readCursor } from "../../src/service/api/events/mod.ts";

/** Topics whose events are told again after a cursor. */
const TOPICS = ["blocks", "transactions"] as const;
const PENDING = "pending_transactions";

type Topic = (typeof TOPICS)[number] | typeof PENDING;

/** Milliseconds without an event after which no more are expected. */
const QUIET = 1_000;

interface Told {
  readonly cursor: string;
  readonly result: { readonly hash: string };
}

/** What subscribers to the events of delta were sent. */
export class Witness {
  readonly #told = new Map<Topic, Told[]>();

  get events(): number {
    return [...this.#told.values()].flat().length;
  }

  /** Hashes of pending transactions. */
  get pending(): readonly string[] {
    return (this.#told.get(PENDING) ?? []).map(({ result }) => result.hash);
  }

  /** Subscribes, and takes every event until the connection breaks. */
  async watch(origin: string): Promise<void> {
    const streams = [...TOPICS, PENDING] as const;
    await Promise.all(
      streams.map(async (topic) => {
        const list = this.#told.get(topic) ?? [];
        this.#told.set(topic, list);
        for await (const event of eventsOf(origin, topic)) list.push(event);
      }),
    );
  }

  /** A sentence for every event that a service does not tell again, in its place and as it was. */
  async findLost(origin: string): Promise<string[]> {
    const lost: string[] = [];
    for (const topic of TOPICS) {
      const [first, ...others] = this.#told.get(topic) ?? [];
      if (!first) continue;
      const again = await readAgain(origin, topic, first.cursor, others.length);
      lost.push(
        ...others
          .filter((event, index) => textOf(event) !== textOf(again[index]))
          .map((event) => `The event ${textOf(event)} of ${topic} is gone`),
      );
    }
    return lost;
  }
}

/** An event to compare: a restart begins an epoch of the log, in which the same event has another cursor. */
function textOf(event: Told | undefined): string {
  return event ? `${readCursor(event.cursor)?.sequence} ${JSON.stringify(event.result)}` : "";
}

async function readAgain(
  origin: string,
  topic: Topic,
  after: string,
  count: number,
): Promise<Told[]> {
  const again: Told[] = [];
  const events = eventsOf(origin, topic, after);
  const stop = new AbortController();
  while (again.length < count) {
    const quiet = setTimeout(QUIET, undefined, { signal: stop.signal });
    const next = await Promise.race([events.next(), quiet]);
    if (!next || next.done) break;
    again.push(next.value);
  }
  stop.abort();
  void events.return(undefined);
  return again;
}

/** Events of a topic, with `after` those behind a cursor first, until the connection breaks or the cursor is refused. */
async function* eventsOf(origin: string, topic: Topic, after?: string): AsyncGenerator<Told> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws/delta`);
  const waiting: Told[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  socket.addEventListener("close", end);
  socket.addEventListener("error", end);
  socket.addEventListener("open", () => {
    const params = [topic, after === undefined ? {} : { after }];
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "chain_subscribe", params }));
  });
  socket.addEventListener("message", ({ data }) => {
    const { params, error } = JSON.parse(String(data)) as { params?: Told; error?: unknown };
    if (params) waiting.push(params);
    if (error !== undefined) isOver = true;
    wake();
  });
  try {
    for (;;) {
      yield* waiting.splice(0);
      if (waiting.length > 0) continue;
      if (isOver) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    socket.close();
  }
}
