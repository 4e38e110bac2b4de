import { checkOption, isObject, showValue } from "../validation/mod.ts";
import type { Transport, TransportOptions } from "../transport/mod.ts";

/** Options of a client beside those of its transport. The key is for the WebSocket of events too, which is made here. */
const CLIENT_OPTIONS: readonly string[] = [
  "endpoints",
  "apiKey",
  "transport",
  "batch",
  "events",
  "onDrift",
];

/** Options that a transport is made with. */
const TRANSPORT_OPTIONS = [
  "fetch",
  "tier",
  "maxInFlight",
  "store",
  "dedupe",
  "cache",
  "hooks",
  "clock",
  "random",
  "timeout",
  "deadline",
  "retries",
  "priority",
  "maxResponseBytes",
] as const satisfies (keyof TransportOptions)[];

/** @throws {TypeError} If an option of a client is unknown, or one that is read here of a wrong type. */
export function checkOptions(options: {
  readonly onDrift?: unknown;
  readonly events?: unknown;
}): void {
  const known = [...CLIENT_OPTIONS, ...TRANSPORT_OPTIONS];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  const action = "Cannot create a client";
  if (unknown !== undefined) {
    throw new TypeError(`${action}: there is no option ${unknown}, there are ${known.join(", ")}`);
  }
  const { onDrift, events } = options;
  checkOption(action, "onDrift", onDrift, "a function", typeof onDrift === "function");
  checkOption(action, "events", events, "an object", isObject(events));
}

/**
 * Checks the transport that a client is given.
 *
 * @throws {TypeError} If it is none, or if there are options beside it that it would ignore.
 */
export function checkTransport(transport: Transport, options: TransportOptions): Transport {
  if (typeof transport?.call !== "function") {
    throw new TypeError(`Cannot use transport: expected a transport, got ${showValue(transport)}`);
  }
  const names = TRANSPORT_OPTIONS.filter((name) => options[name] !== undefined);
  if (names.length === 0) return transport;
  throw new TypeError(
    `Cannot use transport together with ${names.join(", ")}: createTransport takes them`,
  );
}
