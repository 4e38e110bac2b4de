import type { Methods, SocketMethodName } from "../generated/client/methods.gen.ts";

/** A method of the documents, those that a WebSocket alone serves included. */
export type MethodName = keyof Methods | SocketMethodName;

/** Starts a subscription. */
export const SUBSCRIBE = "chain_subscribe" satisfies MethodName;

/** Ends a subscription. */
export const UNSUBSCRIBE = "chain_unsubscribe" satisfies MethodName;

/** Asks a silent peer whether it is there. */
export const PROBE = "chain_getInfo" satisfies MethodName;
