import type { ChainSelection } from "../../chains/mod.ts";
import { OPERATIONS } from "../../generated/service/operations.gen.ts";
import { type TopicName, topicsOf } from "../events/mod.ts";
import { faultText } from "../gateway/mod.ts";
import { isAddress } from "../../units/mod.ts";
import { isObject } from "./read_call.ts";
import { RpcFault } from "./rpc_fault.ts";

/** Types of transactions, by chain, as the list of transactions takes them. */
const TYPES = OPERATIONS.listTransactions.parameters.find(({ name }) => name === "type");

/**
 * Checks what a subscription asks for, as far as it depends on the chain or stands within the filter.
 *
 * @throws {RpcFault} Invalid params, naming what is wrong, its value and what is allowed.
 */
export function checkSubscription(params: unknown, selection: ChainSelection): void {
  if (!Array.isArray(params)) return;
  const [topic, filter] = params as unknown[];
  const topics: readonly string[] = topicsOf(selection.chain);
  if (typeof topic !== "string" || !topics.includes(topic)) {
    refuse("topic", topic, `one of ${topics.join(", ")} on ${selection.chain}`);
  }
  if (!isObject(filter)) return;
  for (const [name, value] of Object.entries(filter)) {
    const expected = expectedOf(name, value, topic as TopicName, selection);
    if (expected !== undefined) refuse(`filter.${name}`, value, expected);
  }
}

/** What a member of a filter must be, if it is something else. */
function expectedOf(
  name: string,
  value: unknown,
  topic: TopicName,
  { chain, addressPrefix }: ChainSelection,
): string | undefined {
  if (name === "after") return typeof value === "string" ? undefined : "a cursor";
  const narrows = topic === "transactions";
  if (!narrows || (name !== "address" && name !== "type")) {
    const known = narrows ? "after, address and type" : "after";
    return `left out: a filter of the topic ${topic} has ${known}`;
  }
  if (name === "type") {
    const types = (TYPES?.valuesByChain?.[chain] ?? []).filter((type) => type !== "all");
    const isKnown = typeof value === "string" && types.includes(value);
    return isKnown ? undefined : `one of ${types.join(", ")} on ${chain}`;
  }
  if (typeof value === "string" && isAddress(value, addressPrefix.slice(0, -1))) return undefined;
  return `an address that starts with ${addressPrefix} and has a right checksum`;
}

function refuse(name: string, value: unknown, expected: string): never {
  throw new RpcFault("InvalidParams", faultText({ name }, value, expected));
}
