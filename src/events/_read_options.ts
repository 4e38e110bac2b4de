import { type Chain, type Segment, selectChain } from "../chains/mod.ts";
import { WrongChainError } from "../errors/mod.ts";
import type { SubscriptionFilter } from "../generated/types.gen.ts";
import { FILTER_VALIDATORS } from "../generated/client/topics.gen.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { canMatch } from "./_chain_walk.ts";
import type { BackfillTopic, SubscribeOptions } from "./events.ts";
import {
  checkName,
  checkNames,
  checkOption,
  checkValues,
  encodeValue,
  integerFrom,
  OBJECT,
  oneOf,
  type Rule,
  type Rules,
  SIGNAL,
} from "../validation/mod.ts";
import { SUBSCRIBE, uncheckedFields } from "./_wire.ts";

/** Filter and options of a subscription, checked and complete. */
export interface SubscriptionOptions {
  readonly filter: Readonly<Record<string, unknown>> & {
    readonly after?: string;
    readonly addresses?: readonly string[];
  };
  readonly signal?: AbortSignal | undefined;
  readonly size: number;
  readonly overflow: "pause" | "dropOldest";
  readonly onExpired: "error" | "backfill";
  readonly fromHeight?: number | undefined;
  /** True if REST has the past of the topic, through the filter. */
  readonly canBackfill: boolean;
}

/** In place of options that are invalid. */
export const NO_STREAM_OPTIONS: SubscriptionOptions = {
  filter: {},
  size: 1,
  overflow: "pause",
  onExpired: "error",
  canBackfill: false,
};

const ACTION = "Cannot subscribe";

const CURSOR: Rule = ["a cursor", (value) => typeof value === "string" && value !== "", "string"];

const ADDRESSES: Rule = [
  "an array of addresses",
  (value: unknown) => Array.isArray(value) && value.every((address) => typeof address === "string"),
];

const BUFFER = {
  "buffer.size": integerFrom(1),
  "buffer.overflow": oneOf("pause", "dropOldest"),
};

const RULES: Rules<keyof SubscribeOptions> = {
  signal: SIGNAL,
  buffer: undefined,
  onExpired: oneOf("error", "backfill"),
  fromHeight: integerFrom(0),
};

const BACKFILL: { readonly [Topic in TopicName]?: true } = {
  blocks: true,
  transactions: true,
} satisfies Record<BackfillTopic, true>;

/**
 * Checks topic, filter and options of a subscription.
 *
 * @throws {WrongChainError} If the chain does not have the topic.
 * @throws {TypeError} If a value has the wrong type, or the topic cannot be backfilled.
 * @throws {RangeError} If the topic is unknown, or a number is out of range.
 */
export function readOptions(
  segment: Segment,
  topic: unknown,
  filter: unknown = {},
  options: unknown = {},
): SubscriptionOptions {
  const known = readTopic(segment, topic);
  const fields = readObject("filter", filter);
  checkFilter(known, fields);
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const canBackfill = known in BACKFILL && canMatch(given.map(([name]) => name));
  const { after, addresses } = uncheckedFields<SubscriptionFilter>(fields);
  if (addresses !== undefined) checkAddresses(addresses);
  checkValues(ACTION, { "filter.after": after }, { "filter.after": CURSOR });
  const named = readObject("options", options);
  checkNames(ACTION, named, Object.keys(RULES));
  const { signal, buffer, onExpired = "error", fromHeight } = named;
  const bounds = readObject("buffer", buffer ?? {});
  checkNames(`${ACTION}: buffer`, bounds, ["size", "overflow"]);
  // What a live topic sends during a pause does not come again.
  const { size = 1000, overflow = TOPICS[known].live ? "dropOldest" : "pause" } = bounds;
  const inBuffer = { "buffer.size": size, "buffer.overflow": overflow };
  checkValues(ACTION, inBuffer, BUFFER);
  if (TOPICS[known].live && overflow === "pause") {
    const reason = "what comes during a pause would be missed; leave overflow out";
    throw new TypeError(`${ACTION}: ${known} is live only and cannot pause: ${reason}`);
  }
  checkValues(ACTION, named, RULES);
  if (!canBackfill && (fromHeight !== undefined || onExpired === "backfill")) {
    const others = "blocks and transactions can, with filters that REST supports";
    throw new TypeError(`${ACTION}: ${known} cannot be backfilled; ${others}`);
  }
  return {
    filter: encodeFilter(known, Object.fromEntries(given)),
    signal,
    size,
    overflow,
    onExpired,
    fromHeight,
    canBackfill,
  } as SubscriptionOptions;
}

/**
 * Checks a list of addresses.
 *
 * @throws {TypeError} If it is no array, or an address no string.
 */
export function checkAddresses(addresses: unknown): void {
  checkOption(ACTION, "addresses", addresses ?? null, ADDRESSES);
}

/** An option in the place of a field would be no error elsewhere: the service ignores unknown fields. */
function checkFilter(topic: TopicName, filter: object): void {
  const action = `${ACTION} to ${topic}`;
  const { filterFields: known, live } = TOPICS[topic];
  if (live && Object.keys(filter).length > 0)
    throw new TypeError(`${action}: it takes no filter, since it is live only`);
  const stray = Object.keys(filter).find((name) => name in RULES && !known.includes(name));
  if (stray !== undefined)
    throw new TypeError(`${action}: ${stray} is an option, and options follow the filter`);
  checkNames(action, filter, known, "filter field");
}

/** The filter as it is sent: amounts as strings. */
function encodeFilter(topic: TopicName, filter: object): unknown {
  return encodeValue(FILTER_VALIDATORS[topic], filter, ([issue]) => {
    throw new TypeError(`${ACTION}: filter.${issue?.path}: ${issue?.message}`);
  });
}

function readTopic(segment: Segment, topic: unknown): TopicName {
  const { chain } = selectChain(segment);
  checkName(`${ACTION}: topic must be`, topic, TOPICS);
  const known = topic as TopicName;
  const { chains }: { chains: readonly Chain[] } = TOPICS[known];
  if (chains.includes(chain)) return known;
  throw new WrongChainError(chains, { operation: `${SUBSCRIBE} ${known}`, segment });
}

function readObject(name: string, value: unknown): Readonly<Record<string, unknown>> {
  checkOption(ACTION, name, value, OBJECT);
  return value as Readonly<Record<string, unknown>>;
}
