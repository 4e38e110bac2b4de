import type { ChainSelection } from "../../../chains/mod.ts";
import {
  METHOD_VALIDATORS,
  METHODS,
  type ServiceSocketMethods,
  SIMPLIFIED_CALLS,
  SIMPLIFIED_VALIDATORS,
  SOCKET_METHOD_VALIDATORS,
  SOCKET_METHODS,
} from "../../../generated/service/methods.gen.ts";
import { FILTER_VALIDATORS, TOPIC_FILTERS } from "../../../generated/service/topics.gen.ts";
import type { DeprecationInfo } from "../../../tables.ts";
import type { TracedSpan } from "../../../telemetry.ts";
import { fieldOf } from "../../../zod/mod.ts";
import { type ChainAnswers, issueOfValue, issueText, RpcServiceError } from "../context/mod.ts";
import {
  CursorExpired,
  type EventSession,
  type Subscribed,
  TooManySubscriptions,
  type TopicName,
  topicsOf,
} from "../events/mod.ts";
import type { MethodName, SimplifiedHandlers } from "./_methods.ts";
import { isObject, readParameters } from "./read_call.ts";

/** Methods in addition to those of the specs, such as devnet control, for authorised callers. */
export interface FurtherMethods {
  /** Returns true if `name` is one of them. */
  has(name: string): boolean;
  /**
   * Runs one of them.
   *
   * @throws {RpcServiceError} If the caller is not authorised, the parameters are invalid, or the handler refuses.
   */
  run(name: string, params: unknown): Promise<unknown>;
}

/** What answers the calls of a segment. */
type MethodAnswers = Pick<ChainAnswers, "selection" | "callMethod" | "callSimplified">;

/** Dependencies of JSON-RPC calls. */
export interface CallContext {
  readonly chain: MethodAnswers;
  /** Called with errors of a handler other than service errors. */
  readonly onError: (error: unknown) => void;
  /** Called after each call with its method, `unknown` if it does not exist, and the error code, 0 for success. */
  readonly onCall: (method: string, code: number) => void;
  /**
   * Begins the span of a call; undefined where no call has one of its own.
   *
   * @param carrier The member `trace` of the call, whatever it is.
   */
  readonly beginCall?: ((method: string, carrier: unknown) => TracedSpan | undefined) | undefined;
  /** Session of the WebSocket that received the call; undefined over HTTP. */
  readonly session?: EventSession;
  /** Methods in addition to those of the specs. */
  readonly further?: FurtherMethods | undefined;
}

/**
 * Runs a method by name; on a WebSocket also the subscription methods. Returns its result or, usually, a promise of it.
 *
 * @throws {RpcServiceError} If the chain has no such method, its parameters are invalid, or the handler refuses.
 */
export function runMethod(
  name: string,
  params: unknown,
  { chain, session, further }: Pick<CallContext, "chain" | "session" | "further">,
): unknown {
  const { selection } = chain;
  if (isSocketMethod(name)) {
    if (session) return runSocketMethod(name, params, selection, session);
    throw new RpcServiceError("MethodNotFound", `${name} exists only on WebSocket`);
  }
  if (further?.has(name)) return further.run(name, params);
  if (!isMethod(name))
    throw new RpcServiceError("MethodNotFound", `No method ${JSON.stringify(name.slice(0, 80))}`);
  const info = METHODS[name];
  if (!info.chains.includes(selection.chain)) {
    throw new RpcServiceError(
      "MethodNotFound",
      `${name} exists on ${info.chains.join(", ")}, this is ${selection.chain}`,
    );
  }
  const values = readParameters(name, info, METHOD_VALIDATORS[name], params, selection);
  return chain.callMethod(name, values);
}

/** Runs a simplified call by name; throws as {@linkcode runMethod} does. */
export async function runSimplified(
  name: keyof SimplifiedHandlers,
  params: unknown,
  chain: MethodAnswers,
): Promise<unknown> {
  const info = SIMPLIFIED_CALLS[name];
  const values = readParameters(name, info, SIMPLIFIED_VALIDATORS[name], params, chain.selection);
  return chain.callSimplified(name, values);
}

/** Returns true for the name of a simplified call. */
export function isSimplified(name: unknown): name is keyof SimplifiedHandlers {
  return typeof name === "string" && Object.hasOwn(SIMPLIFIED_CALLS, name);
}

/** The name of an existing method or simplified call, otherwise `unknown`. */
export function knownName(name: string | undefined, further?: CallContext["further"]): string {
  if (name === undefined) return "unknown";
  const isUsual = isMethod(name) || isSocketMethod(name) || isSimplified(name);
  return isUsual || further?.has(name) ? name : "unknown";
}

/** Deprecation of a method or a simplified call; undefined if it is not deprecated. */
export function deprecationOf(name: unknown, isPlain: boolean): DeprecationInfo | undefined {
  if (isPlain) return isSimplified(name) ? SIMPLIFIED_CALLS[name].deprecated : undefined;
  return typeof name === "string" && isMethod(name) ? METHODS[name].deprecated : undefined;
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}

/** Name of a method that is available on WebSocket only. */
export type SocketMethodName = keyof ServiceSocketMethods;

type SocketHandlers = {
  readonly [Name in SocketMethodName]: (
    params: ServiceSocketMethods[Name]["params"],
    session: EventSession,
  ) => Promise<ServiceSocketMethods[Name]["result"]>;
};

/** A handler for each of these methods; the type makes each one mandatory. */
const SOCKET_HANDLERS: SocketHandlers = {
  chain_subscribe: async ([topic, filter = {}], session) => subscribe(session, topic, filter),
  chain_unsubscribe: async ([subscription], session) => session.unsubscribe(subscription),
};

/** Returns true for a method that is available on WebSocket only. */
function isSocketMethod(name: string): name is SocketMethodName {
  return Object.hasOwn(SOCKET_METHODS, name);
}

/**
 * Runs a method on the subscriptions of a connection.
 *
 * @throws {RpcServiceError} If its parameters are invalid, the cursor has expired, or there are too many subscriptions.
 */
async function runSocketMethod(
  name: SocketMethodName,
  params: unknown,
  selection: ChainSelection,
  session: EventSession,
): Promise<unknown> {
  if (name === "chain_subscribe") checkSubscription(params, selection);
  const { [name]: info } = SOCKET_METHODS;
  const values = readParameters(name, info, SOCKET_METHOD_VALIDATORS[name], params, selection);
  return SOCKET_HANDLERS[name](values as never, session);
}

async function subscribe(
  session: EventSession,
  ...[topic, filter]: Parameters<EventSession["subscribe"]>
): Promise<Subscribed> {
  try {
    return await session.subscribe(topic, filter);
  } catch (error) {
    if (error instanceof CursorExpired) throw new RpcServiceError("CursorExpired", error.message);
    if (error instanceof TooManySubscriptions)
      throw new RpcServiceError("LimitExceeded", error.message);
    throw error;
  }
}

/**
 * Validates that the chain has a topic, and the topic a filter.
 *
 * @throws {RpcServiceError} Invalid params, with the parameter, its value and the allowed values.
 */
export function checkSubscription(params: unknown, selection: ChainSelection): void {
  if (!Array.isArray(params)) return;
  const [topic, filter = {}] = params as unknown[];
  const topics = topicsOf(selection.chain);
  const known = topics.find((one) => one === topic);
  if (known === undefined) {
    const expected = `one of ${topics.join(", ")} on ${selection.chain}`;
    throw invalid(issueText({ name: "topic" }, topic, expected));
  }
  if (isObject(filter)) checkFilter(known, filter, selection);
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
    const expected = `left out: a filter of the topic ${topic} has ${names.join(", ")}`;
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
