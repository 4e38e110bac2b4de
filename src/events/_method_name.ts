import type { Methods, SocketMethodName } from "../generated/client/methods.gen.ts";

/** A method of the documents, those that a WebSocket alone serves included. */
export type MethodName = keyof Methods | SocketMethodName;
