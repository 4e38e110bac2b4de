/**
 * Events as async iterators: subscriptions over WebSocket that survive dropped sockets, restarts of the service and
 * reorganisations, and polling where no WebSocket answers.
 *
 * @module
 */
export type { Topics } from "../generated/client/topics.gen.ts";
export type { EventsOptions } from "./create_events.ts";
export type {
  DataEvent,
  Events,
  EventStream,
  ReorgEvent,
  StateChange,
  StreamEvent,
  StreamState,
  SubscribeOptions,
  TopicOf,
} from "./events.ts";
export { planPolling, type PollingPlan } from "./plan_polling.ts";
export type { WebSocketConstructor, WebSocketLike } from "./web_socket.ts";
