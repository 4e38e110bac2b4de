import { type Chain, type Segment, selectChain } from "../chains/mod.ts";
import { WrongChainError } from "../errors/mod.ts";
import type { CursorFilter } from "../generated/client/types.gen.ts";
import { FILTER_VALIDATORS } from "../generated/client/topic_validators.gen.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { canMatch } from "./_filler.ts";
import type { FillableTopic } from "./events.ts";
import { SUBSCRIBE } from "./_method_name.ts";
import { uncheckedFields } from "./_unchecked.ts";
import { showValue } from "../transport/mod.ts";
import { encodeValue } from "../validation/mod.ts";

/** What a subscription asks for, checked. */
export interface Subscribing {
  readonly filter: Readonly<Record<string, unknown>> & { readonly after?: string };
  readonly signal: AbortSignal | undefined;
  readonly size: number;
  readonly overflow: "pause" | "dropOldest";
  readonly onExpired: "error" | "backfill";
  readonly fromHeight: number | undefined;
  /** Whether REST shows what the topic tells. */
  readonly isFillable: boolean;
}

/** What a subscription asks for where it cannot be read. */
export const NO_WISH: Subscribing = {
  filter: {},
  signal: undefined,
  size: 1,
  overflow: "pause",
  onExpired: "error",
  fromHeight: undefined,
  isFillable: false,
};

const FILLABLE: readonly FillableTopic[] = ["blocks", "transactions"];

/**
 * Checks what a subscription asks for, as far as the interface gives it.
 *
 * @throws {WrongChainError} If the chain does not have the topic.
 * @throws {TypeError} If something is of a wrong type, or the topic cannot be back-filled.
 * @throws {RangeError} If the topic is unknown, or a number is out of range.
 */
export function readSubscribing(
  segment: Segment,
  topic: unknown,
  filter: unknown = {},
  options: unknown = {},
): Subscribing {
  const known = readTopic(segment, topic);
  const isShown = (FILLABLE as readonly TopicName[]).includes(known);
  const fields = readObject("filter", filter);
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const isFillable = isShown && canMatch(given.map(([name]) => name));
  const { after } = uncheckedFields<CursorFilter>(fields);
  if (after !== undefined) checkText("filter.after", after);
  const { signal, buffer, onExpired = "error", fromHeight } = readObject("options", options);
  const { size = 1000, overflow = "pause" } = readObject("buffer", buffer ?? {});
  if (
    signal !== undefined &&
    typeof (signal as AbortSignal | null)?.addEventListener !== "function"
  )
    throw new TypeError(fault("signal", "an AbortSignal", signal));
  checkInteger("buffer.size", size, 1);
  checkWord("buffer.overflow", overflow, ["pause", "dropOldest"]);
  checkWord("onExpired", onExpired, ["error", "backfill"]);
  if (fromHeight !== undefined) checkInteger("fromHeight", fromHeight, 0);
  if (!isFillable && (fromHeight !== undefined || onExpired === "backfill")) {
    const why = isShown
      ? `with the filter ${Object.keys(fields).join(", ")}, which REST cannot match`
      : `since REST does not show its past; ${FILLABLE.join(" and ")} can`;
    throw new TypeError(`Cannot subscribe: ${String(topic)} cannot be back-filled, ${why}`);
  }
  return {
    filter: encodeFilter(known, Object.fromEntries(given)),
    signal,
    size,
    overflow,
    onExpired,
    fromHeight,
    isFillable,
  } as Subscribing;
}

/** The filter as it is sent: amounts as strings. */
function encodeFilter(topic: TopicName, filter: object): unknown {
  return encodeValue(FILTER_VALIDATORS[topic], filter, ([issue]) => {
    throw new TypeError(`Cannot subscribe: filter.${issue?.path}: ${issue?.message}`);
  });
}

function readTopic(segment: Segment, topic: unknown): TopicName {
  const { chain } = selectChain(segment);
  if (typeof topic !== "string") throw new TypeError(fault("topic", "a text", topic));
  if (!Object.hasOwn(TOPICS, topic)) {
    const known = Object.keys(TOPICS).join(", ");
    throw new RangeError(fault("topic", `one of ${known}`, topic));
  }
  const { chains }: { chains: readonly Chain[] } = TOPICS[topic as TopicName];
  if (chains.includes(chain)) return topic as TopicName;
  throw new WrongChainError(chains, { operation: `${SUBSCRIBE} ${topic}`, segment });
}

function readObject(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new TypeError(fault(name, "an object", value));
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(fault(name, "a text", value));
}

function checkInteger(name: string, value: unknown, least: number): void {
  const expected = `a whole number from ${least}`;
  if (typeof value !== "number") throw new TypeError(fault(name, expected, value));
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(fault(name, expected, value));
  }
}

function checkWord(name: string, value: unknown, words: readonly string[]): void {
  const expected = words.map((word) => `"${word}"`).join(" or ");
  if (typeof value !== "string") throw new TypeError(fault(name, expected, value));
  if (!words.includes(value)) throw new RangeError(fault(name, expected, value));
}

function fault(name: string, expected: string, value: unknown): string {
  return `Cannot subscribe: ${name} must be ${expected}, got ${showValue(value)}`;
}
