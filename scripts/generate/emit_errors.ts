import { textAt } from "../documents/json.ts";
import type { Model } from "../documents/read_model.ts";
import { HEADER, literal, union } from "./source_text.ts";

/** Both error tables. */
export function emitErrors({ restErrors, rpcErrors }: Model): string {
  const rest = Object.entries(restErrors).map(([code, row]) => [
    code,
    { status: row.status, description: textAt(row, "description") },
  ]);
  const rpc = Object.entries(rpcErrors).map(([name, row]) => [
    name,
    { code: row.code, message: row.message, description: textAt(row, "x-description") },
  ]);
  const codes = Object.values(rpcErrors).map((row) => String(row.code));
  return `${HEADER}
/** A code of a REST error. */
export type RestErrorCode = ${union(Object.keys(restErrors))};

/** REST error codes, with the HTTP status each is sent with. */
export const REST_ERRORS: Readonly<Record<RestErrorCode, { readonly status: number; readonly description: string }>> = ${literal(Object.fromEntries(rest))};

/** Name of a JSON-RPC error. */
export type RpcErrorName = ${union(Object.keys(rpcErrors))};

/** A code of a JSON-RPC error. */
export type RpcErrorCode = ${codes.join(" | ") || "never"};

/** JSON-RPC errors: code and message by name. */
export const RPC_ERRORS: Readonly<
  Record<RpcErrorName, { readonly code: RpcErrorCode; readonly message: string; readonly description: string }>
> = ${literal(Object.fromEntries(rpc))};
`;
}
