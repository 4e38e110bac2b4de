import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LoggedEvent } from "../../src/service/chain/store/mod.ts";
import type { Segment } from "../../src/mod.ts";
import { createRestOf, getBlock } from "../../src/rest/mod.ts";
import { createTransport, type TransportCall } from "../../src/transport/mod.ts";
import type { TierLimits } from "../../src/tables.ts";
import { FollowedLog } from "../../src/upstream/_followed_log.ts";
import { UpstreamFollower, type FollowerParts } from "../../src/upstream/_follower.ts";
import { Pool } from "../../src/upstream/_pool.ts";
import { type EventService, openEventService } from "../service/server/websocket/_event_service.ts";
import { ManualClock } from "../_manual_clock.ts";
import { FaultProxy } from "../fault_proxy.ts";

/** Resources of a test, closed at its end. */
export class Opened {
  readonly #closes: (() => unknown)[] = [];
  /** Time of the upstreams, which stands still unless it is moved. */
  readonly clock = new ManualClock(Date.now());

  async service(...options: Parameters<typeof openEventService>): Promise<EventService> {
    const service = await openEventService(...options);
    this.#closes.push(() => service.listener.close());
    return service;
  }

  async proxy(...options: Parameters<typeof FaultProxy.open>): Promise<FaultProxy> {
    const proxy = await FaultProxy.open(...options);
    this.#closes.push(() => proxy.close());
    return proxy;
  }

  /** The upstream at some origins, of delta, with its log in a file or in memory. */
  async upstream(
    origins: readonly string[],
    {
      path,
      fetch,
      tier = { requestsPerSecond: null, requestsPerDay: null },
      ...parts
    }: Partial<FollowerParts> & {
      readonly path?: string;
      readonly tier?: TierLimits;
      readonly fetch?: typeof globalThis.fetch;
    } = {},
  ): Promise<Followed> {
    const { clock } = this;
    const life = new AbortController();
    const log = new FollowedLog({ path });
    const options = { tier, cache: false, dedupe: false, clock, ...(fetch && { fetch }) } as const;
    const transports = origins.map(() => createTransport(options));
    const pool = new Pool({
      ...{ segment: "delta", clock, log, signal: life.signal },
      upstreams: transports.map((transport, place) => ({
        ...{ endpoints: origins[place] as string, transport },
      })),
    });
    await clock.until(pool.open());
    const followed = new Followed(pool, log, clock, life, parts);
    this.#closes.push(() => followed.close());
    return followed;
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), "upstream-"));
    this.#closes.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  async close(): Promise<void> {
    for (const close of this.#closes.splice(0).toReversed()) await close();
  }
}

/** A followed upstream, and the heights from which it has removed blocks. */
export class Followed {
  readonly pool: Pool;
  readonly follower: UpstreamFollower;
  readonly removed: number[] = [];
  readonly #clock: ManualClock;
  readonly #life: AbortController;

  constructor(
    pool: Pool,
    log: FollowedLog,
    clock: ManualClock,
    life: AbortController,
    parts: Partial<FollowerParts>,
  ) {
    this.pool = pool;
    this.#clock = clock;
    this.#life = life;
    const { signal } = life;
    this.follower = new UpstreamFollower({
      ...{ segment: "delta", pool, log, clock, signal, onError: () => undefined, ...parts },
    });
    this.follower.onRemoved = (height) => this.removed.push(height);
  }

  /** Resolves once it follows live and is at the head of a service. */
  async reaches(service: EventService): Promise<void> {
    await this.#clock.untilTrue(async () => {
      const head = await headOf(service);
      return this.follower.isLive && this.follower.head?.hash === head;
    });
  }

  events(topics?: readonly string[]): Promise<readonly LoggedEvent[]> {
    return this.follower.log.read(0, 100_000, topics).then(({ events }) => events);
  }

  async close(): Promise<void> {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    await this.#clock.until(this.follower.ended);
    this.follower.log.close();
  }
}

type Endpoints = Parameters<typeof createRestOf>[1];

/** The call of `getBlock`, as a transport takes it. */
export function blockCall(
  endpoints: Endpoints,
  height: number,
): TransportCall<{ readonly hash: string }> {
  let made: unknown;
  const caller = {
    call(call: unknown): never {
      made = call;
      throw new Error("made");
    },
  };
  const rest = createRestOf("delta", endpoints, caller, { getBlock });
  void Promise.resolve(rest.call("getBlock", [height])).catch(() => undefined);
  return made as TransportCall<{ readonly hash: string }>;
}

/** Hash of the newest block of a service. */
export async function headOf(
  { origin }: EventService,
  segment: Segment = "delta",
): Promise<string> {
  const response = await fetch(`${origin}/v1/${segment}/blocks?order=desc&limit=1`);
  const { data } = (await response.json()) as { data: { blocks: { hash: string }[] } };
  return data.blocks[0]?.hash ?? "";
}

/** Resolves once a condition holds. */
export async function until(holds: () => unknown, most = 10_000): Promise<void> {
  const end = Date.now() + most;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${most} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Makes blocks, each with a transaction. */
export async function mine(service: EventService, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    await service.pay("delta");
    await service.service.produceBlock("delta");
  }
}
