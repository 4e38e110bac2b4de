import type { ChainSelection } from "../../../chains/mod.ts";
import {
  type ServiceSocketMethods,
  SOCKET_METHODS,
} from "../../../generated/service/methods.gen.ts";
import { METHOD_VALIDATORS } from "../../../generated/service/validator_tables.gen.ts";
import {
  CursorExpired,
  type EventSession,
  type Subscribed,
  TooManySubscriptions,
} from "../events/mod.ts";
import { checkSubscription } from "./check_subscription.ts";
import { readParameters } from "./read_parameters.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

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
export function isSocketMethod(name: string): name is SocketMethodName {
  return Object.hasOwn(SOCKET_METHODS, name);
}

/**
 * Runs a method on the subscriptions of a connection.
 *
 * @throws {RpcServiceError} If its parameters are invalid, the cursor has expired, or there are too many subscriptions.
 */
export async function runSocketMethod(
  name: SocketMethodName,
  params: unknown,
  selection: ChainSelection,
  session: EventSession,
): Promise<unknown> {
  if (name === "chain_subscribe") checkSubscription(params, selection);
  const { [name]: info } = SOCKET_METHODS;
  const values = readParameters(name, info, METHOD_VALIDATORS[name], params, selection);
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
