import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { CARRIED_VERBS, operationPaths } from "../elements.ts";
import { isObject, type JsonObject, objectAt } from "../json.ts";
import { schemasOf } from "../schemas_of.ts";
import type { SpecFile } from "../spec_file.ts";

const KEYWORDS = new Set([
  ...[
    "$ref",
    "type",
    "enum",
    "const",
    "anyOf",
    "items",
    "properties",
    "required",
    "additionalProperties",
  ],
  ...[
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "format",
    "default",
  ],
  ...["title", "description", "examples", "deprecated"],
]);

/** Schemas use only what the generator carries into types and validators, and operations only its verbs. */
export function unsupportedShape({ openapi, openrpc }: Specs): Problem[] {
  return [...verbProblems(openapi), ...[openapi, openrpc].flatMap((spec) => schemaProblems(spec))];
}

function verbProblems(openapi: SpecFile): Problem[] {
  return operationPaths(openapi)
    .filter((path) => !CARRIED_VERBS.includes(String(path.at(-1))))
    .map((path) =>
      openapi.problem(
        path,
        `verb "${path.at(-1)}" is not carried into the generated code`,
        `Use ${CARRIED_VERBS.join(" or ")}, or teach the generator this verb.`,
      ),
    );
}

function schemaProblems(spec: SpecFile): Problem[] {
  const fix = `Use ${[...KEYWORDS].join(", ")}, or teach the generator this keyword.`;
  return schemasOf(spec).flatMap(({ path, value }) =>
    unknownKeywords(isObject(value) ? value : {}).map((keyword) =>
      spec.problem(
        [...path, ...keyword],
        `keyword "${keyword.at(-1)}" is not carried into the generated code`,
        fix,
      ),
    ),
  );
}

/** Paths of the unknown keywords of `schema`: its own and those decided on top. */
function unknownKeywords(schema: JsonObject): string[][] {
  const own = Object.keys(schema).map((key) => [key]);
  const decided = Object.keys(objectAt(schema, "x-decided")).map((key) => ["x-decided", key]);
  return [...own, ...decided].filter(
    (path) => !path.at(-1)?.startsWith("x-") && !KEYWORDS.has(path.at(-1) ?? ""),
  );
}
