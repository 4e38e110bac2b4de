import { type Segment, selectChain } from "../chains/mod.ts";
import { EXAMPLE_SEGMENT } from "../generated/segments.gen.ts";
import { resolveEndpoints } from "../chains/mod.ts";
import {
  type ChainReadiness,
  EventFeed,
  eventsFrom,
  type OpenedUpstream,
  type ServedChain,
  type UpstreamOpening,
} from "../service/internal.ts";
import { type LogState, readLogState } from "../service/chain/store/mod.ts";
import { boundOf } from "../service/event_retention.ts";
import type { Upstream } from "../service/mod.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import { AnswerStore } from "./answer_store.ts";
import { Answers, type Asking } from "./answers.ts";
import { type FollowedUpstream, type Follower, openFollowers } from "./follow.ts";
import { readUpstreamOptions, type UpstreamOptions, type UpstreamSettings } from "./options.ts";
import type { Pool, UpstreamStatus } from "./pool.ts";
import { RequestView } from "./_request_view.ts";

/** Milliseconds that a chain waits for its events before it is served, and steps of that. */
const PATIENCE = 5_000;
const STEP = 20;

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
  const origins = settings.endpoints.map(
    (one) => new URL(resolveEndpoints(EXAMPLE_SEGMENT, one).rest).origin,
  );
  return { origins, open: (opening) => openUpstream(settings, opening) };
}

async function openUpstream(
  {
    endpoints,
    apiKey,
    tier,
    fetch,
    webSocket,
    cacheBytes,
    serveStale,
    reserveFor,
  }: UpstreamSettings,
  { segments, fileAt, eventRetention, clock, onError, signal }: UpstreamOpening,
): Promise<OpenedUpstream> {
  const path = await fileAt("answers.sqlite");
  const files = await Promise.all(
    segments.map(async (segment) => [segment, await fileAt(`${segment}.events.sqlite`)] as const),
  );
  const paths = new Map(files);
  const store = new AnswerStore({ path, maximumBytes: cacheBytes, onError });
  let followed: FollowedUpstream;
  try {
    followed = await openFollowers({
      ...{ endpoints, segments, apiKey, tier, fetch, webSocket },
      pathOf: (segment) => paths.get(segment) ?? path,
      bound: boundOf(eventRetention),
      onError: (_segment, error) => onError(error),
    });
  } catch (error) {
    store.close();
    throw error;
  }
  const { pool, followers } = followed;
  const chains = [...followers].map(([segment, follower]) => {
    const answers = new Answers({
      ...{ segment, pool, follower, store, serveStale, reserveFor, clock, onError },
    });
    // What is above it may have gone since, without that anything tells.
    store.removeFrom(segment, (follower.head?.height ?? -1) + 1);
    follower.onRemoved = (fromHeight) => answers.remove(fromHeight);
    const chain = serve({ segment, follower, answers, pool, store, clock, onError });
    return [segment, untilLive(follower, signal).then(() => chain)] as const;
  });
  const close = async (): Promise<void> => {
    await followed.close();
    store.close();
  };
  let closed: Promise<void> | undefined;
  return { chains: new Map(chains), close: () => (closed ??= close()) };
}

/** Parts of a chain that is served from an upstream. */
interface ChainParts {
  readonly segment: Segment;
  readonly follower: Follower;
  readonly answers: Answers;
  readonly pool: Pick<Pool, "status">;
  readonly store: AnswerStore;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

/** What the gateway asks for itself. */
const OWN: Asking = { leastHeight: -1, subject: "", tier: "Enterprise" };

function serve({
  segment,
  follower,
  answers,
  pool,
  store,
  clock,
  onError,
}: ChainParts): ServedChain {
  const selection = selectChain(segment);
  const feed = new EventFeed({ log: follower.log, onError });
  follower.onChange = () => feed.wake();
  const viewFor = (asking: Asking): RequestView =>
    new RequestView(selection, answers, asking, clock);
  const plain = viewFor(OWN);
  const logState = (): Promise<LogState> => readLogState(follower.log);
  const statuses = (): readonly UpstreamStatus[] =>
    pool.status().filter((one) => one.segment === segment);
  return {
    selection,
    revision: () => undefined,
    answerOperation: (id, input) => plain.answerOperation(id, input),
    callMethod: (name, params) => plain.callMethod(name, params),
    callSimplified: (name, params) => plain.callSimplified(name, params),
    feed,
    viewFor,
    answersFor: (asked) => viewFor({ ...OWN, ...asked }),
    height: () => answers.height,
    gauges: () => ({
      gateway: {
        upstreams: statuses(),
        isPolled: follower.isPolled,
        cacheShare: store.share,
        answers: answers.counts,
      },
    }),
    logState,
    readiness: async () => readinessOf(follower, statuses(), await logState()),
    eventAge: () => follower.eventAge(),
    headAge: () => follower.headAge(),
  };
}

function readinessOf(
  { isLive, isPolled, head, log }: Follower,
  upstreams: readonly UpstreamStatus[],
  logState: LogState,
): ChainReadiness {
  const isServed = upstreams.some(({ failure }) => failure === undefined);
  const state = upstreams.map(({ url, isUsed, lag, quotaLeft, failure }) => {
    const does = failure ?? (isUsed ? "in use" : "ready");
    const behind = lag === undefined ? "" : `, ${lag} blocks behind`;
    const left = quotaLeft === Infinity ? "" : `, ${quotaLeft} requests left today`;
    return `upstream ${url}: ${does}${behind}${left}`;
  });
  const events = isLive ? (isPolled ? "polled" : "live") : "interrupted";
  return {
    failure: isServed ? undefined : "no upstream answers",
    state: [
      `height ${head?.height ?? "unknown"}, events ${events}`,
      eventsFrom(logState, log),
      ...state,
    ],
  };
}

/** A chain whose events do not come soon is served without: from the upstream alone. */
async function untilLive(follower: Follower, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < PATIENCE && !follower.isLive && !signal.aborted; waited += STEP)
    // oxlint-disable-next-line no-await-in-loop -- one step after another
    await sleep(STEP, SYSTEM_CLOCK, signal).catch(() => undefined);
}
