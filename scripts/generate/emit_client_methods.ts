import { isObject } from "../documents/json.ts";
import type { Method, Model } from "../documents/read_model.ts";
import { isDecided } from "../documents/strength.ts";
import { methodTable } from "./method_table.ts";
import { undocumentedIf } from "./mark_undocumented.ts";
import { docComment, HEADER, label, pascalCase, union } from "./source_text.ts";

/** What clients know of the methods and the simplified calls: labelled parameters, decoded results, and tables. */
export function emitClientMethods({ methods, schemas }: Model): string {
  const plain = methods.filter((method) => method.kind === "method");
  const simplified = methods.filter((method) => method.kind === "simplified");
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../tables.gen.ts";
import type { Undocumented } from "../../units/mod.ts";
import type * as Decoded from "./decoded.gen.ts";

/** The JSON-RPC methods: positional parameters, decoded result, chains that have it. */
export interface Methods {
${plain.map(member).join("\n\n")}
}

/** Name of a JSON-RPC method. */
export type MethodName = keyof Methods;

/** What is given of each method, for use at run time. */
export const METHODS: Readonly<Record<MethodName, MethodInfo<Chain>>> = ${methodTable(plain, schemas, "given")};

/** The simplified calls: positional parameters, decoded result, chains that have it. */
export interface SimplifiedCalls {
${simplified.map(member).join("\n\n")}
}

/** Name of a simplified call. */
export type SimplifiedName = keyof SimplifiedCalls;

/** What is given of each simplified call, for use at run time. */
export const SIMPLIFIED_CALLS: Readonly<Record<SimplifiedName, MethodInfo<Chain>>> = ${methodTable(simplified, schemas, "given")};
`;
}

function member(method: Method): string {
  const { name, summary, description, source, parameters, chains } = method;
  const type = `Decoded.Rpc${pascalCase(name)}`;
  const labelled = parameters.map(
    (parameter) =>
      `${label(parameter.name)}${parameter.required ? "" : "?"}: ${type}Data["body"]["${parameter.name}"]`,
  );
  return `${docComment([`${summary}.`, description, source], "  ")}
  ${name}: {
    params: [${labelled.join(", ")}];
    result: ${undocumentedIf(hasDecidedResult(method), `${type}Response`)};
    chains: ${union(chains)};
  };`;
}

/** Whether every result but null was decided. */
function hasDecidedResult({ result }: Method): boolean {
  const results = Array.isArray(result.anyOf) ? result.anyOf.filter(isObject) : [result];
  return results.filter(({ type }) => type !== "null").every(isDecided);
}
