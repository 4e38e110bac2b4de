/**
 * Deliveries: the events of a subscription brought to a receiver in order, each acknowledged before the next batch is
 * sent, through crashes of either side. Needs Node 22.13 or later.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { deliver, ndjsonSink, RESUMABLE_EVENTS, sqliteState } from "alphadelta/delivery";
 *
 * const client = createClient("delta", {
 *   endpoints: "http://127.0.0.1:8645",
 *   events: RESUMABLE_EVENTS,
 * });
 * const { events } = await deliver({
 *   subscription: { client, topic: "blocks" },
 *   sink: ndjsonSink(process.stdout),
 *   state: sqliteState(":memory:"),
 *   signal: AbortSignal.timeout(50),
 * });
 * console.log(events, "blocks printed");
 * await client.close();
 * ```
 *
 * @module
 */
export * from "./deliver.ts";
export * from "./delivery_error.ts";
export * from "./ndjson_sink.ts";
export type * from "./progress.ts";
export type * from "./sink.ts";
export * from "./sqlite_state.ts";
export type * from "./state.ts";
export * from "./webhook_sink.ts";
