import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import type { Plugins, UserConfig } from "@hey-api/openapi-ts";
import { AMOUNT_FORMAT, AMOUNT_PATTERN } from "../../specs/formats.ts";
import { isObject, type Json, type JsonObject, type Path } from "../../specs/json.ts";
import { mapNested } from "../../specs/named_schemas.ts";
import { inTemporaryFolder } from "../../tree.ts";
import { HEADER } from "../_source_text.ts";

type Plugin = NonNullable<UserConfig["plugins"]>[number];

/** A file that a plugin of `@hey-api/openapi-ts` writes of an OpenAPI document. */
export interface Output {
  readonly document: JsonObject;
  readonly plugin: Plugin;
  /** Name that the plugin gives it. */
  readonly file: string;
}

/**
 * The types of the schemas of an OpenAPI document, each under its name there.
 *
 * @param $resolvers Change the output for a kind of schema, or return undefined to keep it.
 */
export function typesOf(
  document: JsonObject,
  $resolvers: Plugins.HeyApiTypeScript.Resolvers,
): Output {
  const plugin: Plugin = { name: "@hey-api/typescript", case: "preserve", $resolvers };
  return { document, plugin, file: "types.gen.ts" };
}

/** The validators of the schemas of an OpenAPI document: `zBlock` of `Block`. */
export function validatorsOf(document: JsonObject, $resolvers: Plugins.Zod.Resolvers): Output {
  const options = { compatibilityVersion: "mini", comments: false, $resolvers } as const;
  const $hooks = { events: { "node:set:before": markCalls } };
  return { document, plugin: { name: "zod", ...options, $hooks }, file: "zod.gen.ts" };
}

/** Says of each call in a constant that it does nothing else, so that bundlers leave out those not used. */
function markCalls({ node }: { readonly node: object | null }): void {
  const { toAst } = node as { readonly toAst: () => ts.Node };
  const marked = function (this: unknown): ts.Node {
    const ast = toAst.call(this);
    markBelow(ast);
    return ast;
  };
  Object.assign(node ?? {}, { toAst: marked });
}

function markBelow(node: ts.Node): void {
  const comment = ts.SyntaxKind.MultiLineCommentTrivia;
  if (ts.isCallExpression(node)) ts.addSyntheticLeadingComment(node, comment, " @__PURE__ ");
  ts.forEachChild(node, markBelow);
}

/** Our functions that make schemas are less code in a bundle. */
const MODULES: Readonly<Record<string, string>> = { "zod/mini": "../../zod/mod.ts" };

/** Runs `@hey-api/openapi-ts` once, for each of `outputs`: the texts by their names. */
export async function runHeyApi(
  outputs: Readonly<Record<string, Output>>,
): Promise<Record<string, string>> {
  // Loaded here, since it takes long to load: specs that are refused are refused without it.
  const { createClient } = await import("@hey-api/openapi-ts");
  return inTemporaryFolder(join(tmpdir(), "generate-"), async (folder) => {
    const all = Object.entries(outputs).map(([name, output]) => ({
      ...output,
      name,
      path: join(folder, name),
    }));
    const resolve = (name: string): string => MODULES[name] ?? name;
    await createClient(
      all.map(({ document, path, plugin }) => ({
        input: document as never,
        output: { path, header: HEADER.trimEnd(), module: { extension: ".ts", resolve } },
        logs: { level: "silent", file: false },
        parser: { filters: { orphans: true } },
        plugins: [plugin],
      })),
    );
    const texts = all.map(async ({ name, path, file }) => {
      return [name, await readFile(join(path, file), "utf8")] as const;
    });
    return Object.fromEntries(await Promise.all(texts));
  });
}

/** Mark: bounds of the number of items. As keywords, equal ones would make the list a tuple. */
export const ITEM_BOUNDS = "x-item-bounds";

/** Mark: the `multipleOf` of a number. */
export const MULTIPLE = "x-multiple-of";

/** Mark: the property that tells alternatives apart. */
export const DISCRIMINATOR = "x-discriminator";

/**
 * `schema` in keywords that the parser of hey-api reads as they are meant. The marks above, which it hands on, stand for
 * the others.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const plain = mapNested(plainKeywords(schema), (nested, keyword) => {
    const below = plainSchema(nested);
    // The parser takes the marks beside alternatives of items for those of the list.
    return keyword === "items" && hasAlternatives(below) ? { allOf: [below] } : below;
  });
  return plain;
}

function hasAlternatives(schema: JsonObject): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined;
}

function plainKeywords(schema: JsonObject): JsonObject {
  if (schema.const === null) return { ...without(schema, ["const"]), type: "null" };
  if (Array.isArray(schema.enum)) return plainEnum(schema, schema.enum);
  if (Array.isArray(schema.type)) return withOneType(schema, schema.type.map(String));
  if (hasAlternatives(schema)) return plainAlternatives(schema);
  if (schema.type === "array") return plainList(schema);
  if (schema.format === AMOUNT_FORMAT) return { pattern: AMOUNT_PATTERN, ...schema };
  const { multipleOf } = schema;
  if (multipleOf === undefined) return schema;
  // The parser drops alternatives that differ in none of its words: this one numbers have no use for.
  return { ...without(schema, ["multipleOf"]), [MULTIPLE]: multipleOf, minItems: multipleOf };
}

/** Null among the values is seen by the parser only where the types say so. */
function plainEnum(schema: JsonObject, values: readonly Json[]): JsonObject {
  if (!values.includes(null)) return schema;
  if (values.length === 1) return { ...without(schema, ["enum"]), type: "null" };
  const types = values.map((value) => (value === null ? "null" : typeof value));
  return { ...schema, type: [...new Set(types)] };
}

/** Several types are as many alternatives, each with its own keywords. */
function withOneType(schema: JsonObject, types: readonly string[]): JsonObject {
  const words = pick(schema, (key) => ["title", "description", "deprecated"].includes(key));
  const rest = pick(schema, (key) => key !== "type" && words[key] === undefined);
  const anyOf = types.map((type) => (type === "null" ? { type } : { ...rest, type }));
  return { ...words, anyOf };
}

function plainAlternatives(schema: JsonObject): JsonObject {
  const { oneOf, discriminator, ...rest } = schema;
  const anyOf = oneOf ?? rest.anyOf ?? [];
  if (!isObject(discriminator)) return { ...rest, anyOf };
  return { ...rest, anyOf, [DISCRIMINATOR]: discriminator.propertyName };
}

function plainList(schema: JsonObject): JsonObject {
  const { minItems, maxItems, ...rest } = schema;
  if (rest.prefixItems !== undefined || (minItems ?? maxItems) === undefined) return rest;
  return { ...rest, [ITEM_BOUNDS]: { minItems, maxItems } };
}

function without(schema: JsonObject, keys: Path): JsonObject {
  return pick(schema, (key) => !keys.includes(key));
}

function pick(schema: JsonObject, fits: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => fits(key)));
}
