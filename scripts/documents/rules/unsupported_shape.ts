import type { Problem } from "../document_error.ts";
import type { Documents } from "../documents.ts";
import { isObject, type JsonObject, type Path, visit } from "../json.ts";
import type { SourceDocument } from "../source_document.ts";

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

/** Schemas use only what the generator carries into types and validators. */
export function unsupportedShape({ openapi, openrpc }: Documents): Problem[] {
  return [openapi, openrpc].flatMap((document) => schemaProblems(document));
}

function schemaProblems(document: SourceDocument): Problem[] {
  const problems: Problem[] = [];
  visit(document.value, (value, path) => {
    if (!isObject(value) || !isSchema(path)) return;
    for (const keyword of unknownKeywords(value)) {
      const fix = `Use ${[...KEYWORDS].join(", ")}, or teach the generator this keyword.`;
      problems.push(
        document.problem(
          [...path, keyword],
          `keyword "${keyword}" is not carried into the generated code`,
          fix,
        ),
      );
    }
  });
  return problems;
}

function unknownKeywords(schema: JsonObject): string[] {
  return Object.keys(schema).filter((key) => !key.startsWith("x-") && !KEYWORDS.has(key));
}

/** Whether a schema stands at `path`: by the key it stands under, outside examples. */
function isSchema(path: Path): boolean {
  if (
    path.some((key) =>
      ["example", "examples", "x-example", "default", "enum", "x-decided"].includes(String(key)),
    )
  )
    return false;
  const [key, parent] = [path.at(-1), path.at(-2)];
  if (parent === "properties" || parent === "anyOf") return true;
  if (parent === "schemas" && path.length === 3) return true;
  return key === "schema" || key === "items" || (key === "additionalProperties" && path.length > 3);
}
