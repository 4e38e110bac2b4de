import type { METHOD_VALIDATORS } from "../generated/client/validator_tables.gen.ts";

/** A method of the documents, those that a WebSocket alone serves included. */
export type MethodName = keyof typeof METHOD_VALIDATORS;
