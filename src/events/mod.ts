/**
 * Events as async iterators: subscriptions over WebSocket that survive dropped sockets, restarts of the service and
 * reorganisations, and polling where no WebSocket answers.
 *
 * @module
 */
export type { Topics } from "../generated/client/topics.gen.ts";
export type { TopicName as KnownTopicName } from "../generated/topics.gen.ts";
export type {
  EventsOptions,
  HeartbeatOptions,
  PollingOptions,
  ReconnectOptions,
} from "./create_events.ts";
export type { EventClock } from "./event_clock.ts";
export type {
  AccountFilter,
  AddressStream,
  AddressTopic,
  BufferOptions,
  DataEvent,
  Events,
  EventsState,
  EventStream,
  OnState,
  ReorgEvent,
  StateChange,
  StreamEvent,
  StreamOf,
  StreamState,
  SubscribeOptions,
  TopicOf,
  WholeReorg,
} from "./events.ts";
export type { WebSocketConstructor, WebSocketLike } from "./web_socket.ts";
