import type { ChainOf, Segment } from "../chains/mod.ts";
import type { TransportError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { type ApiKey, notify } from "../transport/mod.ts";
import type { ChainReads } from "./chain_reads.ts";
import type { Events, EventsState, StateChange } from "./events.ts";
import {
  checkPolling,
  type PollingOptions,
  PollingQuota,
  type PollingToday,
} from "./plan_polling.ts";
import { socketUrl, type WebSocketConstructor } from "./web_socket.ts";
import { NO_OPTIONS, readOptions } from "./_read_options.ts";
import { Subscription, type SubscriptionParts } from "./_subscription.ts";
import { checkOption, isObject, valueFault } from "../validation/mod.ts";
import {
  type EventClock,
  type HeartbeatOptions,
  readTiming,
  type ReconnectOptions,
  RUNTIME_CLOCK,
} from "./event_clock.ts";
import { ConnectionPool } from "./_connection_pool.ts";
import { KEY_TIER, KEYLESS_TIER, TIERS } from "../generated/tiers.gen.ts";
import { StateCell } from "./_state_cell.ts";

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
export interface EventsParts {
  /** WebSocket endpoint of the segment; undefined if none is known. */
  readonly endpoint: string | undefined;
  /** The key to show, as of `createClient`. */
  readonly apiKey?: ApiKey | undefined;
  /** Requests a day that polling takes its share of; null is no limit. @default those of the tier that goes with the key */
  readonly requestsPerDay?: (() => number | null) | undefined;
  /** Remaining quota of today, for polling to last. @default unknown: only a whole day is planned */
  readonly today?: (() => PollingToday) | undefined;
  /** Called for everything that counts as a request: a connection that has opened, and each call on it. */
  readonly onRequest?: (() => void) | undefined;
  /** Reads through REST: a client. */
  readonly reads: ChainReads;
}

/**
 * Makes the events of a segment. Nothing is opened before something is subscribed to.
 *
 * @throws {TypeError} If an option is of a wrong type.
 * @throws {RangeError} If a number is out of range.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { createEvents } from "alphadelta/events";
 *
 * const reads = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const endpoint = "ws://127.0.0.1:8645/ws/delta";
 * await using events = createEvents("delta", { endpoint, reads });
 * const blocks = events.subscribe("blocks", {}, { fromHeight: 3 });
 * console.log((await blocks.next()).value?.cursor);
 * ```
 */
export function createEvents<S extends Segment>(
  segment: S,
  parts: EventsParts,
  options: EventsOptions = {},
): Events<ChainOf[S]> {
  checkOptions(options);
  const { clock = RUNTIME_CLOCK, polling = {}, onFallback, onState } = options;
  const { endpoint, apiKey, reads, onRequest } = parts;
  const tier = TIERS[apiKey === undefined ? KEYLESS_TIER : KEY_TIER];
  const { requestsPerDay = () => tier.requestsPerDay, today } = parts;
  const timing = readTiming(options.reconnect ?? {}, options.heartbeat ?? {});
  const streams = new Set<Subscription<TopicName>>();
  const state = new StateCell<EventsState>("idle");
  if (onState) state.listen(onState);
  const pool = openPool();
  const shared: SubscriptionParts = {
    segment,
    pool,
    reads,
    clock,
    timing,
    quota: polling ? new PollingQuota({ ...polling, requestsPerDay, today, reads }) : undefined,
    onFallback(topic, cause) {
      updateState();
      notify(() => onFallback?.(topic, cause));
    },
    onEnd(stream) {
      streams.delete(stream as Subscription<TopicName>);
      updateState();
    },
  };

  function openPool(): ConnectionPool | string {
    const webSocket: unknown = options.webSocket ?? globalThis.WebSocket;
    if (endpoint === undefined) return "no endpoint is configured, pass endpoints.wsUrl";
    if (typeof webSocket !== "function") return "this runtime has no WebSocket, pass webSocket";
    return new ConnectionPool({
      segment,
      clock,
      timing,
      onRequest,
      url: () => socketUrl(endpoint, apiKey),
      webSocket: webSocket as WebSocketConstructor,
      onChange: updateState,
    });
  }

  function updateState(reason?: string): void {
    if (state.value === "closed") return;
    const phase = typeof pool === "string" ? "idle" : pool.phase;
    const isPolling = [...streams].some(({ transport }) => transport === "polling");
    state.set(phase === "idle" && isPolling ? "polling" : phase, reason);
  }

  async function close(): Promise<void> {
    state.set("closed");
    for (const stream of streams) stream.close();
  }

  return {
    get state() {
      return state.value;
    },
    onState: (listener) => state.listen(listener),
    subscribe(topic, filter, subscribeOptions) {
      let checked = NO_OPTIONS;
      let fault: { reason: unknown } | undefined;
      try {
        if (state.value === "closed") throw new TypeError("Cannot subscribe: events are closed");
        checked = readOptions(segment, topic, filter, subscribeOptions);
      } catch (reason) {
        fault = { reason };
      }
      const stream = new Subscription(topic, checked, shared);
      if (!fault) streams.add(stream as unknown as Subscription<TopicName>);
      stream.start(fault);
      return stream;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const ACTION = "Cannot use events";

const TYPES = {
  webSocket: "a function",
  reconnect: "an object",
  heartbeat: "an object",
  polling: "an object",
  onState: "a function",
  onFallback: "a function",
  clock: "an object",
} as const;

const CLOCK = Object.keys(RUNTIME_CLOCK) as (keyof EventClock)[];

function checkOptions(options: EventsOptions): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const known = Object.keys(TYPES);
    if (!known.includes(name)) {
      throw valueFault(`${ACTION}: options must be among ${known.join(", ")}`, name, false);
    }
    const expected = TYPES[name as keyof EventsOptions];
    const isOff = name === "polling" && value === false;
    const isOfType = expected === "an object" ? isObject(value) : typeof value === "function";
    checkOption(ACTION, name, value, expected, isOff || isOfType);
  }
  const { clock, polling } = options;
  if (polling) checkPolling(polling);
  const hasAll = CLOCK.every((name) => typeof clock?.[name] === "function");
  checkOption(ACTION, "clock", clock, `an object with ${CLOCK.join(", ")}`, hasAll);
}
