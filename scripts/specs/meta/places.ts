import { readFileSync } from "node:fs";
import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, textAt } from "../json.ts";
import { refName } from "../named_schemas.ts";

/** The schemas of both specs, and that of what stands in either. */
export const META_SCHEMAS: readonly JsonObject[] = [
  "openapi.json",
  "openrpc.json",
  "both.json",
].map((file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as JsonObject);

/** Verdict on a keyword: it follows, in the words of the documentation, or is refused, with what to do instead. */
export type Verdict = Followed | { readonly refused: string };

interface Followed {
  readonly follows: string;
  /** What it must be, as messages say it. */
  readonly expected: string;
  /** Types that a keyword of schemas says something of. */
  readonly types: readonly string[] | undefined;
  /** Keywords that may restrict the values beside one that does so by itself. */
  readonly beside: readonly string[] | undefined;
}

/** A kind of object of the specs: the verdict for each of its keywords. */
export interface Place {
  /** As messages name it: "an operation". */
  readonly name: string;
  readonly keywords: Readonly<Record<string, Verdict>>;
}

/** Definitions of the meta-schemas by name, which none of them shares. */
const DEFINITIONS: Readonly<Record<string, JsonObject>> = Object.assign(
  {},
  ...META_SCHEMAS.map((schema) => objectsAt(schema, "$defs")),
);

/** Every place, by its name in the meta-schemas. */
export const PLACES: Readonly<Record<string, Place>> = Object.fromEntries(
  META_SCHEMAS.flatMap((schema) => [schema, ...Object.values(objectsAt(schema, "$defs"))])
    .filter((schema) => schema["x-place"] !== undefined)
    .map((schema) => [textAt(schema, "x-place"), placeOf(schema)]),
);

function placeOf(schema: JsonObject): Place {
  const groups = arrayAt(schema, "allOf").map((group) => targetOf(group));
  const keywords = [schema, ...groups].flatMap((each) =>
    Object.entries(objectsAt(each, "properties")),
  );
  const verdicts = keywords.map(([keyword, value]) => [keyword, verdictOf(value)] as const);
  const isRefused = ([, verdict]: (typeof verdicts)[number]): boolean => "refused" in verdict;
  return {
    name: textAt(schema, "title"),
    keywords: Object.fromEntries([
      ...verdicts.filter((each) => !isRefused(each)),
      ...verdicts.filter(isRefused),
    ]),
  };
}

function verdictOf(keyword: JsonObject): Verdict {
  const target = targetOf(keyword);
  const refused = [keyword, target].find((each) => each.not !== undefined);
  if (refused) return { refused: textAt(refused, "x-hint") };
  const shape = target["x-place"] === undefined ? textAt(target, "title") : "";
  const expected = textAt(keyword, "title") || shape || "an object";
  const { "x-types": types, "x-beside": beside } = keyword as Readonly<Record<string, string[]>>;
  return { follows: textAt(keyword, "description"), expected, types, beside };
}

function targetOf(schema: unknown): JsonObject {
  const ref = isObject(schema) ? textAt(schema, "$ref") : "";
  return objectAt(DEFINITIONS, refName(ref));
}
