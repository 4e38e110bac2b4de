import { textAt } from "../specs/json.ts";
import type { Model } from "../specs/model/mod.ts";
import { constantName, docComment, HEADER, propertyKey, union } from "./source_text.ts";

/** Both error tables. What an error means is for readers: it stands in comments, so that programs do not carry it. */
export function emitErrors({ restErrors, rpcErrors }: Model): string {
  const rest = Object.entries(restErrors).map(([code, row]) =>
    member(code, textAt(row, "description"), { status: row.status }),
  );
  const singles = Object.entries(rpcErrors).map(([name, row]) => {
    const comment = docComment([textAt(row, "x-description")]);
    const code = constantName(name);
    return `${comment}
export const ${code} = ${String(row.code)};

/** The same with its message, by itself: small programs need no more. */
export const ${code}_ROW = { code: ${code}, message: ${JSON.stringify(row.message)} } as const;`;
  });
  const rpc = Object.entries(rpcErrors).map(
    ([name]) => `  ${propertyKey(name)}: ${constantName(name)}_ROW,`,
  );
  const codes = Object.values(rpcErrors).map((row) => String(row.code));
  return `${HEADER}
/** A code of a REST error. */
export type RestErrorCode = ${union(Object.keys(restErrors))};

/** REST error codes, with the HTTP status each is sent with. */
export const REST_ERRORS: Readonly<Record<RestErrorCode, { readonly status: number }>> = {
${rest.join("\n")}
};

/** Name of a JSON-RPC error. */
export type RpcErrorName = ${union(Object.keys(rpcErrors))};

/** A code of a JSON-RPC error. */
export type RpcErrorCode = ${codes.join(" | ") || "never"};

${singles.join("\n\n")}

/** Every code, by itself. */
export const RPC_CODES: readonly RpcErrorCode[] = [
  ${Object.keys(rpcErrors).map(constantName).join(", ")},
];

/** JSON-RPC errors: code and message by name. */
export const RPC_ERRORS: Readonly<
  Record<RpcErrorName, { readonly code: RpcErrorCode; readonly message: string }>
> = {
${rpc.join("\n")}
};
`;
}

function member(name: string, description: string, row: object): string {
  return `${docComment([description], "  ")}\n  ${propertyKey(name)}: ${JSON.stringify(row)},`;
}
