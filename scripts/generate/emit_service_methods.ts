import type { Method, Model } from "../specs/model/mod.ts";
import { methodTable, serviceMember } from "./method_table.ts";
import { HEADER } from "./source_text.ts";

/** Emits the methods for the service: validated parameters with defaults filled in, results, and tables. */
export function emitServiceMethods({ methods, schemas }: Model): string {
  const of = (kind: Method["kind"]): Method[] => methods.filter((method) => method.kind === kind);
  const table = (kind: Method["kind"]): string => methodTable(of(kind), schemas, "decided");
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../../tables.ts";
import type * as Types from "./types.gen.ts";

/** The JSON-RPC methods: what a handler is given, what it answers, chains that have it. */
export interface ServiceMethods {
${of("method").map(serviceMember).join("\n\n")}
}

/** Table of the methods, for use at run time. */
export const METHODS: Readonly<Record<keyof ServiceMethods, MethodInfo<Chain>>> = ${table("method")};

/** The simplified calls. */
export interface ServiceSimplifiedCalls {
${of("simplified").map(serviceMember).join("\n\n")}
}

/** Table of the simplified calls, for use at run time. */
export const SIMPLIFIED_CALLS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodInfo<Chain>>> = ${table("simplified")};

/** The methods that a WebSocket alone serves. */
export interface ServiceSocketMethods {
${of("websocket").map(serviceMember).join("\n\n")}
}

/** Table of the methods on a WebSocket only. */
export const SOCKET_METHODS: Readonly<Record<keyof ServiceSocketMethods, MethodInfo<Chain>>> = ${table("websocket")};
`;
}
