/**
 * The transport as the other modules of the client use it: reading answers, promises of calls, keys, listeners. No entry
 * of the package.
 *
 * @module
 */
export {
  Answer,
  unexpectedAnswer,
  checkServedSegment,
  contextOf,
  contractError,
  decodeAnswer,
  parseAnswer,
} from "./answer.ts";
export { hideKey, keyPresenter, type Outgoing, whenDone } from "./api_key.ts";
export { NO_SERVER_HINT } from "./attempt.ts";
export { readBody } from "./_read_body.ts";
export { callPromise, publicPart } from "./call_promise.ts";
export { captureCaller } from "./_capture_caller.ts";
export { onAbort, abortable, sleep, SYSTEM_CLOCK, throwIfAborted } from "./clock.ts";
export { createFetch, responseOf } from "./create_fetch.ts";
export { openTransport, TRANSPORT_OPTIONS } from "./create_transport.ts";
export {
  checkCallOptions,
  JSON_HEADERS,
  type Lane,
  type PartOutcome,
  type TransportCall,
} from "./transport_call.ts";
export { watchAnswers } from "./watch_answers.ts";
export { type Mutability, mutabilityOf } from "./cache.ts";
