import { resolveEndpoints, type Segment, selectChain } from "../chains/mod.ts";
import { EXAMPLE_SEGMENT } from "../generated/segments.gen.ts";
import {
  type ChainStatus,
  EventFeed,
  eventsFrom,
  type OpenedUpstream,
  RpcServiceError,
  type ServedChain,
  type UpstreamOpening,
  type UpstreamStatus,
  type ViewRequest,
} from "../service/internal.ts";
import { readLogState } from "../service/chain/store/mod.ts";
import { boundOf } from "../service/event_retention.ts";
import type { Upstream } from "../service/mod.ts";
import { createTransport } from "../transport/mod.ts";
import { baseUrlOf } from "./_address.ts";
import { FollowedLog, isRestored } from "./_followed_log.ts";
import { RequestView } from "./_request_view.ts";
import { AnswerStore } from "./_answer_store.ts";
import { ChainCache } from "./_chain_cache.ts";
import { UpstreamFollower } from "./_follower.ts";
import { readUpstreamOptions, type UpstreamOptions, type UpstreamSettings } from "./options.ts";
import { Pool } from "./_pool.ts";
import { until } from "./_until.ts";

/** Milliseconds that a chain waits for its events before it is served without: from the upstream alone. */
const PATIENCE = 5_000;

/**
 * Most bytes of an answer that is read, decompressed: five times the largest that a chain of this interface gives. A block of
 * 30,000,000 gas takes 1.2 MB with all its transactions, and a page of 100 transactions at most 1.5 MB.
 */
const LONGEST_ANSWER = 8 * 2 ** 20;

/** The state of a gateway whose upstream sends no events, for `/readyz` and for who subscribes. */
const POLLED =
  "the upstream sends no events over WebSocket, so its blocks are polled: the topics are blocks, transactions and reorgs";

/** The state of a gateway that has followed nothing yet, for who subscribes. */
const NOT_BEGUN = "no upstream has sent events yet: subscribe again in a moment";

/** The gateway's own requests. */
const OWN: ViewRequest = { leastHeight: -1, subject: "", tier: "Enterprise" };

/**
 * Makes the upstream of a service, which then answers from it in place of chains of its own.
 *
 * @throws {TypeError | RangeError} If an option is wrong; the message names it.
 *
 * @example
 * ```ts
 * import { createService, listen } from "alphadelta/service";
 * import { upstreamOf } from "alphadelta/upstream";
 *
 * const upstream = upstreamOf({ endpoints: "https://api.example.org" });
 * console.log(upstream.origins); // [ "https://api.example.org" ]
 * ```
 */
export function upstreamOf(options: UpstreamOptions): Upstream {
  const settings = readUpstreamOptions(options);
  const origins = settings.endpoints.map((one) =>
    baseUrlOf(resolveEndpoints(EXAMPLE_SEGMENT, one), EXAMPLE_SEGMENT),
  );
  return { origins, open: (opening) => openUpstream(settings, opening) };
}

async function openUpstream(
  settings: UpstreamSettings,
  opening: UpstreamOpening,
): Promise<OpenedUpstream> {
  const { endpoints, apiKey, tier, fetch, clock, cacheBytes: maximumBytes } = settings;
  const { segments, fileAt, eventRetention, durability, now, onError } = opening;
  const life = new AbortController();
  const { signal } = life;
  const closes: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    life.abort(new TypeError("The upstream is closed"));
    for (const one of closes.splice(0).toReversed()) await one();
  };
  try {
    const store = new AnswerStore({ path: await fileAt("answers.sqlite"), maximumBytes, onError });
    closes.push(() => store.close());
    const upstreams = endpoints.map((one) => {
      const transport = createTransport({
        ...{ apiKey, tier, fetch, clock, cache: false, dedupe: false },
        maxResponseBytes: LONGEST_ANSWER,
      });
      return { endpoints: one, transport };
    });
    const opened = segments.map(async (segment) => {
      const path = await fileAt(`${segment}.events.sqlite`);
      const bound = boundOf(eventRetention);
      const log = new FollowedLog({ path, bound, clock: now, durability });
      closes.push(() => log.close());
      const pool = new Pool({ segment, upstreams, clock, signal, log, onError });
      const failure = await pool.open();
      if (failure) onError(failure);
      const parts = { ...settings, ...opening, segment, pool, log, store, signal };
      const { follower, chain } = serve(parts);
      closes.push(() => follower.ended);
      const ready = until(() => follower.isLive, PATIENCE, clock, signal);
      return [segment, ready.then(() => chain)] as const;
    });
    await Promise.allSettled(opened);
    return { chains: new Map(await Promise.all(opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Parts of a chain that is served from an upstream. */
interface ChainParts extends UpstreamSettings, UpstreamOpening {
  readonly segment: Segment;
  readonly pool: Pool;
  readonly log: FollowedLog;
  readonly store: AnswerStore;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

function serve(parts: ChainParts): {
  readonly follower: UpstreamFollower;
  readonly chain: ServedChain;
} {
  const { segment, store } = parts;
  const selection = selectChain(segment);
  const follower = new UpstreamFollower(parts);
  const cache = new ChainCache({ ...parts, follower });
  const expectEvents = (topic: string): void => {
    // Its log begins with the newest block of then: a subscription that was there before would miss those below.
    if (!follower.head) throw new RpcServiceError("LimitExceeded", NOT_BEGUN);
    if (follower.isPolled && !isRestored(topic))
      throw new RpcServiceError("InvalidParams", `T${POLLED.slice(1)}, and not ${topic}`);
  };
  const feed = new EventFeed({ ...parts, expectEvents });
  // Blocks above it may have been removed while nothing was followed.
  store.removeFrom(segment, (follower.head?.height ?? -1) + 1);
  follower.onRemoved = (fromHeight) => cache.remove(fromHeight);
  follower.onGap = (topics) => feed.interrupt(topics);
  follower.onLive = (topic, make) => feed.sendLive(topic, make);
  follower.onChange = (isMoved) => {
    if (isMoved) cache.advance();
    feed.wake();
  };
  const viewOf = (client: ViewRequest): RequestView => new RequestView(selection, cache, client);
  const chain = Object.assign(viewOf(OWN), {
    feed,
    viewFor: async (client: ViewRequest) => viewOf(client),
    answersFor: (client: Omit<ViewRequest, "leastHeight">) => viewOf({ ...OWN, ...client }),
    height: async () => cache.height,
    status: () => statusOf(parts, follower, cache),
  });
  return { follower, chain };
}

async function statusOf(
  { pool, log, store, cacheBytes }: ChainParts,
  follower: UpstreamFollower,
  cache: ChainCache,
): Promise<ChainStatus> {
  const { isLive, isPolled, head } = follower;
  const upstreams = pool.status();
  const isServed = upstreams.some(({ failure }) => failure === undefined);
  const way = isPolled ? "polled" : "live";
  const events = isLive ? way : "interrupted";
  const shown = `height ${head?.height ?? "unknown"}, events ${events}`;
  const state = await readLogState(log);
  const cacheShare = store.bytes / cacheBytes;
  return {
    height: head?.height,
    failure: isServed ? undefined : "no upstream answers",
    notes: [
      ...[shown, ...(isPolled ? [POLLED] : [])],
      ...[eventsFrom(state, log), ...upstreams.map(lineOf)],
    ],
    log: state,
    eventAge: follower.eventAge(),
    headAge: follower.headAge(),
    gateway: { upstreams, events, cacheShare, answers: cache.counts },
  };
}

function lineOf({ url, isUsed, lag, quotaLeft, failure }: UpstreamStatus): string {
  const does = failure ?? (isUsed ? "in use" : "ready");
  const behind = lag === undefined ? "" : `, ${lag} blocks behind`;
  const left = quotaLeft === Infinity ? "" : `, ${quotaLeft} requests left today`;
  return `upstream ${url}: ${does}${behind}${left}`;
}
