import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LoggedEvent } from "../../src/service/chain/store/mod.ts";
import { EventFeed } from "../../src/service/api/events/mod.ts";
import type { Segment } from "../../src/mod.ts";
import { createRestOf, getBlock } from "../../src/rest/mod.ts";
import type { TransportCall } from "../../src/transport/mod.ts";
import {
  type FollowedUpstream,
  type Follower,
  type FollowOptions,
  openFollowers,
} from "../../src/upstream/follow.ts";
import { type EventService, openEventService } from "../service/server/websocket/_event_service.ts";
import { FaultProxy } from "../fault_proxy.ts";

/** Resources of a test, closed at its end. */
export class Opened {
  readonly #closes: (() => unknown)[] = [];

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

  /** The upstream at some origins, of delta. */
  async upstream(
    endpoints: readonly string[],
    options: Partial<FollowOptions> = {},
  ): Promise<Followed> {
    const upstream = await openFollowers({
      endpoints,
      segments: ["delta"],
      tier: { requestsPerSecond: null, requestsPerDay: null },
      ...options,
    });
    const followed = new Followed(upstream);
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

/** A followed upstream with what it tells. */
export class Followed {
  readonly upstream: FollowedUpstream;
  readonly removed: number[] = [];
  readonly feed: EventFeed;
  #isClosed = false;

  constructor(upstream: FollowedUpstream) {
    this.upstream = upstream;
    const { follower } = this;
    this.feed = new EventFeed({
      log: follower.log,
      onError: (error) => {
        throw error;
      },
    });
    follower.onRemoved = (height) => this.removed.push(height);
    follower.onChange = () => this.feed.wake();
  }

  get follower(): Follower {
    return this.upstream.followers.get("delta") as Follower;
  }

  /** Resolves once it follows live and is at the head of a service. */
  async reaches(service: EventService): Promise<void> {
    await until(async () => {
      const head = await headOf(service);
      return this.follower.isLive && this.follower.head?.hash === head;
    });
  }

  events(topics?: readonly string[]): Promise<readonly LoggedEvent[]> {
    return this.follower.log.read(0, 100_000, topics).then(({ events }) => events);
  }

  /** Reads a block through the pool. */
  getBlock(height: number, options: object = {}): Promise<string> {
    return this.upstream.pool
      .call("delta", (endpoints) => blockCall(endpoints, height), options)
      .then(({ hash }) => hash);
  }

  async close(): Promise<void> {
    if (!this.#isClosed) await this.upstream.close();
    this.#isClosed = true;
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
