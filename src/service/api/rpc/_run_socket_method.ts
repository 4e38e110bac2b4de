import { requestsOf } from "../../../call_cost.ts";
import type { ChainSelection } from "../../../chains/mod.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import {
  type ServiceSocketMethods,
  SOCKET_METHOD_VALIDATORS,
  SOCKET_METHODS,
} from "../../../generated/service/methods.gen.ts";
import { FILTER_VALIDATORS, TOPIC_FILTERS } from "../../../generated/service/topics.gen.ts";
import type { AddressChange } from "../../../generated/types.gen.ts";
import { fieldsOf, isObject } from "../../../validation/mod.ts";
import { fieldOf } from "../../../zod/mod.ts";
import { issueOfChain, issueOfValue, issueText, RpcServiceError } from "../context/mod.ts";
import {
  addressKey,
  type EventSession,
  type Subscribed,
  type TopicFilter,
  type TopicName,
  topicsOf,
  type Watched,
} from "../events/mod.ts";
import { forEachInTurns, isTurnOver, nextTurn } from "../../turns.ts";
import { readValues, readParameters } from "./read_call.ts";

/** Name of a method that is available on WebSocket only. */
export type SocketMethodName = keyof ServiceSocketMethods;

/** The connection of a call, and the chain that it is about. */
interface SocketContext {
  readonly session: EventSession;
  readonly selection: ChainSelection;
  /** Charges what the call costs beside one request; returns the message of a refusal, or undefined if it is admitted. */
  readonly chargeFurther: (requests: number) => Promise<string | undefined>;
}

type SocketHandlers = {
  readonly [Name in SocketMethodName]: (
    params: ServiceSocketMethods[Name]["params"],
    context: SocketContext,
  ) => Promise<ServiceSocketMethods[Name]["result"]>;
};

/** A handler for each of these methods; the type makes each one mandatory. */
const SOCKET_HANDLERS: SocketHandlers = {
  // checkSubscription has admitted only topics of the specs.
  chain_subscribe: ([topic, filter = {}], context) =>
    subscribe(topic as TopicName, filter, context),
  chain_updateSubscription: ([id, change], context) =>
    context.session.inOrder(() => changeAddresses(id, change, context)),
  chain_unsubscribe: async ([id], { session }) => session.unsubscribe(id),
};

/**
 * Runs a method on the subscriptions of a connection.
 *
 * @throws {RpcServiceError} If its parameters are invalid, the cursor has expired, or there is too much of something.
 */
export async function runSocketMethod(
  name: SocketMethodName,
  params: unknown,
  context: SocketContext,
): Promise<unknown> {
  const { selection, session, chargeFurther } = context;
  const info = SOCKET_METHODS[name];
  // Checked before the addresses are charged: without room a call costs one request, however long its list is.
  session.checkRoom(furtherAddresses(params));
  const refusal = await chargeFurther(requestsOf(name, params) - 1);
  if (refusal !== undefined) throw new RpcServiceError("LimitExceeded", refusal);
  // A list of addresses takes a while to validate.
  if (isTurnOver()) await nextTurn();
  const validators = SOCKET_METHOD_VALIDATORS[name];
  // The fields of a filter depend on the topic, which the validators of the parameters cannot express.
  const values =
    name === "chain_subscribe"
      ? checkSubscription(readValues(name, info, params), selection)
      : readParameters(name, info, validators, params, { selection }).values;
  return SOCKET_HANDLERS[name](values as never, context);
}

/** Number of addresses that a call adds, less those it removes. It is not validated yet: anything but a list counts as 0. */
function furtherAddresses(params: unknown): number {
  const change: unknown = Array.isArray(params) ? params[1] : undefined;
  const { addresses, add, remove } = fieldsOf(change);
  return lengthOf(addresses) + lengthOf(add) - lengthOf(remove);
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Subscribes. The type of the filter is that of the topic with the most fields. */
async function subscribe(
  topic: TopicName,
  filter: TopicFilter<"transactions">,
  { session, selection }: SocketContext,
): Promise<Subscribed> {
  const { address, addresses } = filter;
  if (address !== undefined && addresses)
    throw invalid(issueText({ name: "filter.address" }, address, "left out beside addresses"));
  const list = address === undefined ? addresses : [address];
  const keys = list && (await readAddressKeys("filter.addresses", list, selection));
  return session.subscribe(topic, filter, keys);
}

async function changeAddresses(
  id: string,
  { add = [], remove = [] }: AddressChange,
  { session, selection }: SocketContext,
): Promise<Watched> {
  const added = await readAddressKeys("change.add", add, selection);
  const removed = await readAddressKeys("change.remove", remove, selection);
  const found = session.find(id);
  if (!found) throw noSubscription(id);
  if (!found.isByAddress) {
    const expected = "one with address or addresses in its filter";
    throw invalid(issueText({ name: "subscription" }, id, expected));
  }
  await forEachInTurns(removed, (key, index) => {
    if (found.watches(key)) return;
    const expected = `an address that the filter of ${id} has`;
    throw invalid(issueText({ name: `change.remove.${index}` }, remove[index], expected));
  });
  await forEachInTurns(added, (key, index) => {
    if (!removed.has(key) && !found.watches(key)) return;
    const expected = `an address that the filter of ${id} does not have, and left out of remove`;
    throw invalid(issueText({ name: `change.add.${index}` }, add[index], expected));
  });
  const free = LIMITS.addressesPerSubscription - found.addressCount + removed.size;
  if (added.size > free) {
    const text = `change.add must have at most ${free} addresses, got ${added.size}`;
    throw invalid(`${text}: a filter has at most ${LIMITS.addressesPerSubscription}`);
  }
  const watched = await session.updateSubscription(id, { add: added, remove: removed });
  if (!watched) throw noSubscription(id);
  return watched;
}

/** The parameter as which each address of a list is checked. */
const ADDRESS = {
  in: "positional",
  types: ["string"],
  expected: "an address",
  format: "address",
} as const;

/**
 * Validates addresses and returns their keys.
 *
 * @throws {RpcServiceError} Invalid params, with the place of the first address that is malformed, of the other chain or
 * there already.
 */
async function readAddressKeys(
  name: string,
  addresses: readonly string[],
  selection: ChainSelection,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  await forEachInTurns(addresses, (address, index) => {
    const info = { ...ADDRESS, name: `${name}.${index}` };
    const issue = issueOfChain(info, address, selection);
    if (issue !== undefined) throw invalid(issue);
    const key = addressKey(address);
    if (keys.has(key))
      throw invalid(issueText(info, address, "an address that is not in the list before"));
    keys.add(key);
  });
  return keys;
}

/** The refusal of an id without a subscription, which may have ended while its change was checked. */
function noSubscription(id: string): RpcServiceError {
  return invalid(issueText({ name: "subscription" }, id, "one of this connection"));
}

/**
 * Validates the topic and the filter of a subscription.
 *
 * @returns Topic and filter.
 * @throws {RpcServiceError} Invalid params, with the parameter, its value and the allowed values.
 */
export function checkSubscription(
  params: readonly unknown[],
  selection: ChainSelection,
): readonly [TopicName, Readonly<Record<string, unknown>>] {
  const [topic, filter = {}] = params;
  const topics = topicsOf(selection.chain);
  const known = topics.find((name) => name === topic);
  if (known === undefined) {
    const expected = `one of ${topics.join(", ")} on ${selection.chain}`;
    throw invalid(issueText({ name: "topic" }, topic, expected));
  }
  if (!isObject(filter)) throw invalid(issueText({ name: "filter" }, filter, "an object"));
  checkFilter(known, filter, selection);
  return [known, filter];
}

function checkFilter(
  topic: TopicName,
  filter: Readonly<Record<string, unknown>>,
  selection: ChainSelection,
): void {
  const fields = TOPIC_FILTERS[topic];
  const names = Object.keys(fields);
  const unknown = Object.keys(filter).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const allowed =
      names.length > 0 ? `has ${names.join(", ")}` : "has no fields, since it is live only";
    const expected = `left out: a filter of the topic ${topic} ${allowed}`;
    throw invalid(issueText({ name: `filter.${unknown}` }, filter[unknown], expected));
  }
  for (const [name, info] of Object.entries(fields)) {
    const validator = fieldOf(FILTER_VALIDATORS[topic], name);
    const named = { ...info, name: `filter.${name}` };
    const issue = issueOfValue(named, validator, filter[name], selection);
    if (issue) throw invalid(issue);
  }
}

function invalid(text: string): RpcServiceError {
  return new RpcServiceError("InvalidParams", text);
}
