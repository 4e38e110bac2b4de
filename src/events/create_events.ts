import type { ChainOf, Segment } from "../chains/mod.ts";
import type { TransportError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { notify } from "../notify.ts";
import { hideKey, type Outgoing } from "../transport/internal.ts";
import type { ApiKey } from "../transport/mod.ts";
import type { AccountFilter, ChainReads, Events, EventsState, StateChange } from "./events.ts";
import {
  checkNames,
  checkOptions,
  checkValues,
  FUNCTION,
  isObject,
  numberOf,
  OBJECT,
  objectWith,
  type Rules,
} from "../validation/mod.ts";
import {
  type EventClock,
  type HeartbeatOptions,
  readTiming,
  type ReconnectOptions,
  RUNTIME_CLOCK,
} from "./event_clock.ts";
import { createPollingQuota, type PollingOptions, type PollingToday } from "./polling_quota.ts";
import { socketUrl, type WebSocketConstructor } from "./web_socket.ts";
import { ConnectionPool } from "./_connection_pool.ts";
import { NO_STREAM_OPTIONS, readOptions } from "./_read_options.ts";
import { StateCell, Subscription, type SubscriptionParts } from "./_subscription.ts";

export type { HeartbeatOptions, PollingOptions, ReconnectOptions };

/** Options of a client's events. */
export interface EventsOptions {
  /** Makes WebSockets. @default {globalThis.WebSocket} */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Pauses between attempts to connect. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** When a silent socket is taken for dead. */
  readonly heartbeat?: HeartbeatOptions | undefined;
  /** Quota for polling where no WebSocket answers; false never polls. @default {{ share: 0.25 }} */
  readonly polling?: PollingOptions | false | undefined;
  /** Called with each change of the state of the connections. */
  readonly onState?: ((change: StateChange<EventsState>) => void) | undefined;
  /** Called when a subscription begins to poll because no WebSocket answers, or none any more. */
  readonly onFallback?: ((topic: TopicName, cause: TransportError) => void) | undefined;
  /** Time, for tests. @default {the runtime's own} */
  readonly clock?: EventClock | undefined;
}

/** Dependencies of events, besides their options. */
interface EventsParts {
  /** WebSocket endpoint of the segment; undefined if none is known. */
  readonly endpoint: string | undefined;
  /** The key to show, as of `createClient`. */
  readonly apiKey?: ApiKey | undefined;
  /** Remaining quota of today, of which polling takes its share. @default no limit */
  readonly today?: (() => PollingToday) | undefined;
  /** Called with the requests spent: 1 for a connection that opened, and those of a call, which a refusal takes back. */
  readonly onRequest?: ((count: number) => void) | undefined;
  /** Called with the height of each block that an event names; in a reorganisation with that of the highest block that stays. */
  readonly onHeight?: ((height: number, isReorg: boolean) => void) | undefined;
  /** Reads through REST: a client. */
  readonly reads: ChainReads;
}

/**
 * Makes the events of a segment. Nothing is opened before something is subscribed to.
 *
 * @throws {TypeError} If an option is of a wrong type.
 * @throws {RangeError} If a number is out of range.
 */
export function createEvents<S extends Segment>(
  segment: S,
  parts: EventsParts,
  options: EventsOptions = {},
): Events<ChainOf[S]> {
  checkAll(options);
  const { clock = RUNTIME_CLOCK, polling, reconnect = {}, heartbeat = {}, onState } = options;
  const { endpoint, apiKey } = parts;
  const webSocket: unknown = options.webSocket ?? globalThis.WebSocket;
  const streams = new Set<Subscription<TopicName>>();
  const state = new StateCell<EventsState>("idle");
  if (onState) state.listen(onState);
  const sharedParts = { ...parts, segment, clock, timing: readTiming(reconnect, heartbeat) };
  const pool = new ConnectionPool({
    ...sharedParts,
    // Not called without an endpoint, which is an obstacle.
    url: () => socketUrl(endpoint ?? "", apiKey),
    hideKey: (error, url) => hideKey(error, requestTo(endpoint ?? url), requestTo(url)),
    webSocket: webSocket as WebSocketConstructor,
    obstacle: obstacleOf(endpoint, webSocket),
    onChange: updateState,
  });
  const subscriptionParts: SubscriptionParts = {
    ...sharedParts,
    pool,
    quota: createPollingQuota({ ...parts, ...polling }),
    isPolled: polling !== false,
    onChange: updateState,
    onFallback(topic, cause) {
      updateState();
      notify(() => options.onFallback?.(topic, cause));
    },
    onEnd(stream) {
      streams.delete(stream as Subscription<TopicName>);
      updateState();
    },
  };

  /** The phase of the pool; but `polling` if only that goes on, and `waiting` while a stream waits for a first answer. */
  function updateState(reason?: string, error?: Error): void {
    if (state.value === "closed") return;
    const { phase } = pool;
    const all = [...streams];
    const isPolling = all.some(({ transport }) => transport === "polling");
    const isAnswerLate = phase !== "open" && all.some((stream) => stream.state === "waiting");
    const next = phase === "idle" && isPolling ? "polling" : phase;
    state.set(isAnswerLate ? "waiting" : next, reason, error);
  }

  async function close(): Promise<void> {
    // First, so that what follows changes no state.
    state.set("closed");
    pool.close();
    for (const stream of streams) stream.close();
  }

  function subscribe<Topic extends TopicName>(
    topic: Topic,
    filter: unknown,
    subscribeOptions: unknown,
  ): Subscription<Topic> {
    let checked = NO_STREAM_OPTIONS;
    let optionsError: unknown;
    // A subscription with wrong options is returned too, and rejects with the error when it is read.
    try {
      if (state.value === "closed") throw new TypeError("Cannot subscribe: events are closed");
      checked = readOptions(segment, topic, filter, subscribeOptions);
    } catch (error) {
      optionsError = error;
    }
    const stream = new Subscription(topic, checked, subscriptionParts);
    streams.add(stream);
    stream.start(optionsError);
    return stream;
  }

  return {
    get state() {
      return state.value;
    },
    onState: (listener) => state.listen(listener),
    subscribe: (topic, filter, given) => subscribe(topic, filter, given),
    accountActivity(filter: Partial<AccountFilter> | undefined, given) {
      // Left out, the filter would be for every account; null is refused.
      const addresses = filter?.addresses ?? null;
      return subscribe("transactions", { ...filter, addresses }, given);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function requestTo(target: string): Outgoing {
  return { target, init: {} };
}

/** Why there can be no connection; undefined if there can. */
function obstacleOf(endpoint: string | undefined, webSocket: unknown): string | undefined {
  if (endpoint === undefined) return "no endpoint is configured, pass endpoints.wsUrl";
  return typeof webSocket === "function"
    ? undefined
    : "this runtime has no WebSocket, pass webSocket";
}

const ACTION = "Cannot use events";

const SHARE = numberOf("above 0 and at most 1", (value) => value > 0 && value <= 1);

const RULES: Rules<keyof EventsOptions> = {
  webSocket: FUNCTION,
  reconnect: OBJECT,
  heartbeat: OBJECT,
  polling: ["an object or false", (value) => value === false || isObject(value)],
  onState: FUNCTION,
  onFallback: FUNCTION,
  clock: objectWith(...Object.keys(RUNTIME_CLOCK)),
};

function checkAll(options: EventsOptions): void {
  checkOptions(ACTION, options, RULES);
  if (!options.polling) return;
  const { share } = options.polling;
  checkNames(`${ACTION}: polling`, options.polling, ["share"]);
  checkValues(`${ACTION}: polling`, { share }, { share: SHARE });
}
