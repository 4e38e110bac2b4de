/**
 * The allowed content of our OpenAPI and our OpenRPC: `openapi.json` and `openrpc.json` are JSON Schemas of the two specs, and
 * `both.json` of their common parts. A keyword that is in none of them is unknown.
 *
 * Beside the keywords of JSON Schema they have these:
 * - `x-place`: an object of keywords that rules know by this name; `title` is how messages name it.
 * - `title` of a value: its expected form in messages; `description` of a keyword: the outputs that use it.
 * - `x-hint`: the remedy for a keyword that is refused, or a name that cannot stand.
 * - `x-message`, `x-at`: the fault where an `if` is not followed by its `then`, and the keyword that it is at; of
 *   `propertyNames`, the fault of a name.
 * - `x-inherits`: an object that takes `x-source` and `x-reason` from the object around it.
 * - `x-types`, `x-beside`: of a keyword of schemas, the types that it says something of; of one that says by itself which
 *   values are allowed, the keywords that may do so beside it.
 * - `x-of-chains`: a list of chains, or an object with a member for each.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from "../json.ts";
import { isRewritten } from "../generated_names.ts";
import { refName } from "../named_schemas.ts";

/** The schemas of both specs, and that of their common parts. */
export const META_SCHEMAS: readonly JsonObject[] = [
  "openapi.json",
  "openrpc.json",
  "both.json",
].map((file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as JsonObject);

/** Verdict on a keyword: the outputs that follow it, or the remedy where it is refused. */
export type Verdict = Followed | { readonly refused: string };

interface Followed {
  readonly follows: string;
  /** Its expected form, for messages. */
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
  const verdicts = keywords.map(([keyword, value]) => [keyword, verdictOf(value)]);
  return { name: textAt(schema, "title"), keywords: Object.fromEntries(verdicts) };
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

/** The findings of a run beside errors: the kind of each place and the objects that inherit, by JSON pointer. */
interface Run {
  readonly kinds: Map<string, string>;
  readonly inheriting: Set<string>;
  /** Chains of the specs; any where it is undefined. */
  readonly chains: readonly string[] | undefined;
}

/** The places of a spec: the kind of each by its JSON pointer, and those that inherit marks. */
type KindsOfPlaces = Pick<Run, "kinds" | "inheriting">;

/** An error by a meta-schema. */
export type Finding = ErrorObject<string, Record<string, Json>, JsonObject>;

const recordPlace: SchemaValidateFunction = function (this: Run, kind, _, __, at) {
  this.kinds.set(at?.instancePath ?? "", String(kind));
  return true;
};

const recordInheriting: SchemaValidateFunction = function (this: Run, _, __, ___, at) {
  this.inheriting.add(at?.instancePath ?? "");
  return true;
};

const isOfChains: SchemaValidateFunction = function (this: Run, what, value) {
  const { chains } = this;
  if (chains === undefined || typeof value !== "object" || value === null) return true;
  const named: unknown[] = what === "items" ? Object.values(value) : Object.keys(value);
  const isWhole = what === "items" || chains.every((chain) => Object.hasOwn(value, chain));
  return isWhole && named.every((chain) => chains.includes(String(chain)));
};

const AJV = new Ajv2020({
  schemas: META_SCHEMAS as JsonObject[],
  allErrors: true,
  verbose: true,
  passContext: true,
  strictTypes: false,
  strictRequired: false,
  formats: {
    regex: isPattern,
    date: isDay,
    "free-name": (name: string) => !(name in {}),
    "read-as-written": (name: string) => !isRewritten(name),
  },
  keywords: [
    { keyword: "x-place", errors: false, validate: recordPlace },
    { keyword: "x-inherits", errors: false, validate: recordInheriting },
    { keyword: "x-of-chains", validate: isOfChains },
    ...["x-hint", "x-message", "x-at", "x-types", "x-beside"],
  ],
  code: { optimize: false },
});

/** The places of a spec, as far as it can be read. */
export function placesIn(file: string, value: JsonObject): KindsOfPlaces {
  const run: Run = { kinds: new Map(), inheriting: new Set(), chains: undefined };
  validatorOf(file).call(run, value);
  return run;
}

/** The faults of a spec by its meta-schema. */
export function findingsIn(file: string, value: JsonObject, chains: readonly string[]): Finding[] {
  const validate = validatorOf(file);
  validate.call({ kinds: new Map(), inheriting: new Set(), chains }, value);
  return (validate.errors ?? []) as Finding[];
}

function validatorOf(file: string): ValidateFunction {
  const name = file === "openapi.yaml" ? "openapi.json" : "openrpc.json";
  return AJV.getSchema(name) as ValidateFunction;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(value);
}
