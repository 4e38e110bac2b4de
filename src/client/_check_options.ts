import { showValue, type Transport, type TransportOptions } from "../transport/mod.ts";

/** Options that a transport was made with. The key is not among them: the WebSocket of events is made here. */
const TRANSPORT_OPTIONS = Object.keys({
  fetch: true,
  tier: true,
  store: true,
  dedupe: true,
  cache: true,
  hooks: true,
  clock: true,
  random: true,
  timeout: true,
  deadline: true,
  retries: true,
  priority: true,
  maxResponseBytes: true,
} satisfies Record<keyof Omit<TransportOptions, "apiKey">, true>) as (keyof TransportOptions)[];

/** Options of a client beside those of its transport. */
const CLIENT_OPTIONS = ["endpoints", "apiKey", "transport", "batch", "events", "onDrift"];

/** @throws {TypeError} If an option of a client is unknown. */
export function checkOptionNames(options: object): void {
  const known: readonly string[] = [...CLIENT_OPTIONS, ...TRANSPORT_OPTIONS];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot create a client: there is no option ${unknown}, there are ${known.join(", ")}`,
  );
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
