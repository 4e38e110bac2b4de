import type { JsonObject } from "../specs/json.ts";
import { type Model, publicSchemas } from "../specs/model/mod.ts";
import { describedText } from "./merge.ts";
import { docComment, HEADER } from "./_source_text.ts";

/** The validators of the specs' schemas, `BlockSchema` of the schema `Block`, each with a written type. */
export function emitPublicSchemas(model: Model): string {
  const { schemas } = model;
  return `${HEADER}
import type { Wire } from "../../units/mod.ts";
import { type Schema, schemaOf } from "../../zod/mod.ts";
import type * as Types from "../types.gen.ts";
import * as v from "./validators.gen.ts";

${publicSchemas(model)
  .map((name) => row(name, schemas[name] ?? {}))
  .join("\n\n")}
`;
}

/** The types of the specs' schemas under the specs' own names, for the main entry. */
export function emitSchemaTypes(model: Model): string {
  return `${HEADER}
export type {
${publicSchemas(model)
  .map((name) => `  ${name},`)
  .join("\n")}
} from "../types.gen.ts";
`;
}

function row(name: string, schema: JsonObject): string {
  const comment = docComment([describedText({ description: `${name}.`, ...schema })]);
  return `${comment}
export const ${name}Schema: Schema<Types.${name}, Wire<Types.${name}>> = /* @__PURE__ */ schemaOf(v.z${name});`;
}
