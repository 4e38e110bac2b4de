import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../json.ts";
import { META_SCHEMAS } from "./places.ts";

/** What a run finds beside errors: the kind of each place and the objects that inherit, by JSON pointer. */
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
  formats: { regex: isPattern, date: isDay },
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

/** What is wrong with a spec by its meta-schema. */
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
