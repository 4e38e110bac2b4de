import { isObject, type Json, objectAt, type Path } from "../specs/json.ts";
import { namesBelow, type Schemas } from "../specs/named_schemas.ts";
import type { Specs } from "../specs/specs.ts";
import { methods, paths, servers } from "./_calls.ts";
import { Pair, Report, show } from "./_pair.ts";
import { Place } from "./_place.ts";
import { ruleForEach, cosmetic, elsewhere, fields, constant, type Rule } from "./_rules.ts";
import { RPC_ERRORS, SECURITY_SCHEMES, TABLES } from "./_tables.ts";
import { type Change, isLower } from "./change.ts";

type SpecName = keyof Specs;
const NAMES: readonly SpecName[] = ["openapi", "openrpc"];

const info: Rule = (pair) => {
  for (const [name, member] of pair.members()) {
    const [base, next] = member.both((place) => place.text());
    if (name !== "version" || !isLower(next, base)) cosmetic(member);
    else member.add("breaking", `"version" went back from ${show(base)} to ${show(next)}`);
  }
};

/** Components are compared where they are used. */
const components = fields({
  ...ruleForEach(["schemas", "parameters", "responses", "headers", "requestBodies"], elsewhere),
  examples: elsewhere,
  securitySchemes: SECURITY_SCHEMES,
  errors: RPC_ERRORS,
});

const EITHER = { ...TABLES, servers, info, components };

const SPECS = {
  openapi: fields({ ...EITHER, openapi: cosmetic, security: constant, paths }),
  openrpc: fields({
    ...EITHER,
    openrpc: cosmetic,
    methods,
    "x-dev": fields({ methods }),
    "x-extensions": cosmetic,
  }),
};

/**
 * Compares two versions of the specs in both layers: with our extensions, and as the interface specifies without them.
 */
export function compareSpecs(base: Specs, next: Specs): Change[] {
  const report = new Report();
  for (const layer of ["decided", "given"] as const) {
    for (const name of NAMES) {
      const scope = { layer, direction: "answer", name: undefined } as const;
      const roots = [
        new Place(base, layer, base[name], []),
        new Place(next, layer, next[name], []),
      ] as const;
      SPECS[name](new Pair(report, ...roots, scope));
    }
  }
  addLeftovers(report, base, next);
  return report.changes();
}

/**
 * Adds the differences of components that show in no call: the schemas that come and go, since the package exports a
 * type and a validator of each under its name; a component that nothing uses; words that each use replaces by its own.
 */
function addLeftovers(report: Report, base: Specs, next: Specs): void {
  const pairsAt = (spec: SpecName, path: Path, name?: string): Pair[] =>
    (["given", "decided"] as const).map((layer) => {
      const scope = { layer, direction: "answer", name } as const;
      const [was, is] = [base, next].map((specs) => new Place(specs, "given", specs[spec], path));
      return new Pair(report, was as Place, is as Place, scope);
    });
  const gone = exportedAlone(base, next);
  const added = exportedAlone(next, base);
  for (const [name, spec] of new Map([...gone, ...added])) {
    const [level, verb] = gone.has(name)
      ? (["breaking", "gone"] as const)
      : (["additive", "new"] as const);
    for (const pair of pairsAt(spec, ["components", "schemas", name], name))
      pair.add(level, `schema ${name}, whose type is exported, is ${verb}`);
  }
  for (const spec of NAMES) {
    for (const path of differing(base[spec].value, next[spec].value)) {
      const [, kind, component = "", ...below] = path.map(String);
      const isTold =
        kind === "schemas" && below.length === 0 && (gone.has(component) || added.has(component));
      if (isTold || report.hasSeen(next[spec].file, path)) continue;
      for (const pair of pairsAt(spec, path)) pair.add("cosmetic", sentence(pair));
    }
  }
}

/** The exported schemas that `others` lack, each with its spec. Schemas of devnet control alone are not exported. */
function exportedAlone(specs: Specs, others: Specs): ReadonlyMap<string, SpecName> {
  const known = schemasOf(others);
  const [roots, schemas] = [[] as Json[], {} as Schemas];
  for (const spec of NAMES) {
    const { "x-dev": _, components: named, ...rest } = specs[spec].value;
    const { schemas: own, ...further } = isObject(named) ? named : {};
    roots.push(rest, further);
    Object.assign(schemas, own);
  }
  const exported = namesBelow(roots, schemas);
  return new Map([...schemasOf(specs)].filter(([name]) => exported.has(name) && !known.has(name)));
}

/** The spec that each schema stands in. */
function schemasOf(specs: Specs): Map<string, SpecName> {
  const rows = NAMES.flatMap((spec) => {
    const schemas = objectAt(specs[spec].value, "components", "schemas");
    return Object.keys(schemas).map((name) => [name, spec] as const);
  });
  return new Map(rows);
}

/** The message for a component that differs or is in one version alone. */
function sentence({ key, next, isKept }: Pair): string {
  if (isKept) return `"${key}" differs only in parts that nothing uses`;
  return `"${key}" ${next.exists ? "is new" : "is gone"}`;
}

/** Paths below the components at which two specs differ, as near to the leaves as both have objects. */
function differing(base: Json | undefined, next: Json | undefined, path: Path = []): Path[] {
  if (isObject(base) && isObject(next)) {
    const keys =
      path.length === 0 ? ["components"] : new Set([...Object.keys(base), ...Object.keys(next)]);
    return [...keys].flatMap((key) => differing(base[key], next[key], [...path, key]));
  }
  return JSON.stringify(base) === JSON.stringify(next) ? [] : [path];
}
