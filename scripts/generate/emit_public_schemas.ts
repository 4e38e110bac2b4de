import { type JsonObject, textAt } from "../specs/json.ts";
import type { Model } from "../specs/model/mod.ts";
import { isDecided, UNDOCUMENTED } from "../specs/layer.ts";
import { namesBelow } from "../specs/named_schemas.ts";
import { docComment, HEADER } from "./_source_text.ts";

/** The validators of the specs' schemas, `BlockSchema` of the schema `Block`, each with a written type. */
export function emitPublicSchemas(model: Model): string {
  const { schemas } = model;
  return `${HEADER}
import type { Wire } from "../../units/mod.ts";
import { type Schema, schemaOf } from "../../zod/mod.ts";
import type * as Types from "../types.gen.ts";
import * as v from "./validators.gen.ts";

${publicNames(model)
  .map((name) => row(name, schemas[name] ?? {}))
  .join("\n\n")}
`;
}

/** The types of the specs' schemas under the specs' own names, for the main entry. */
export function emitSchemaTypes(model: Model): string {
  return `${HEADER}
export type {
${publicNames(model)
  .map((name) => `  ${name},`)
  .join("\n")}
} from "../types.gen.ts";
`;
}

/**
 * Schemas of what calls take and return and events carry, errors of REST among them: no envelopes of JSON-RPC, nor what
 * the devnet's control alone has.
 */
function publicNames({ methods, operations, schemas, topics }: Model): string[] {
  const ofOperations = operations.map(({ parameters, body, data, failures }) => [
    parameters,
    body,
    [data, ...Object.values(failures)].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ]);
  const names = namesBelow([methods, ofOperations, topics], schemas);
  return Object.keys(schemas).filter((name) => names.has(name));
}

function row(name: string, schema: JsonObject): string {
  const text = schema.description === undefined ? `${name}.` : textAt(schema, "description");
  const comment = docComment([isDecided(schema) ? `${text} ${UNDOCUMENTED}` : text]);
  return `${comment}
export const ${name}Schema: Schema<Types.${name}, Wire<Types.${name}>> = /* @__PURE__ */ schemaOf(v.z${name});`;
}
