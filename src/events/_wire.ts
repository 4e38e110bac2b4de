import type { Methods, SocketMethodName } from "../generated/client/methods.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";

/** A method of the documents, those that a WebSocket alone serves included. */
export type MethodName = keyof Methods | SocketMethodName;

/** Starts a subscription. */
export const SUBSCRIBE = "chain_subscribe" satisfies MethodName;

/** Changes the addresses of a subscription. */
export const UPDATE = "chain_updateSubscription" satisfies MethodName;

/** Ends a subscription. */
export const UNSUBSCRIBE = "chain_unsubscribe" satisfies MethodName;

/** Asks a silent peer whether it is there. */
export const PROBE = "chain_getInfo" satisfies MethodName;

/** The topic whose payload is what a notice of a reorganisation in another topic says. */
export const REORGS = "reorgs" satisfies TopicName;

/** An unvalidated `T`: the fields that the specs name, of any type. */
export type Unchecked<T> = { readonly [Name in keyof T]?: unknown };

/** The fields of what came in the place of a `T`; none of what has no fields. */
export function uncheckedFields<T>(value: unknown): Unchecked<T> {
  return value ?? {};
}
