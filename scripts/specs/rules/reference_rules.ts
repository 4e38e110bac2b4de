import { arrayAt, isObject, type Path, textAt, visit } from "../json.ts";
import { nodesOf } from "../nodes.ts";
import type { Problem } from "../spec_file.ts";
import { FILES, followRef, type Specs } from "../specs.ts";
import { type Fault, type Part, problemsIn } from "./_rule.ts";

/** A reference, at the place of the object that has it. */
interface Reference extends Part {
  readonly ref: string;
  /** True if a schema is expected at its end. */
  readonly isSchema: boolean;
}

function referencesOf(specs: Specs): Reference[] {
  return [specs.openapi, specs.openrpc].flatMap((spec) => {
    const schemas = new Set(
      nodesOf(spec).flatMap((node) => (node.kind === "schema" ? keyOf(node) : [])),
    );
    const found: Reference[] = [];
    visit(spec.value, (value, at) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      found.push({ spec, at, ref: value.$ref, isSchema: schemas.has(keyOf({ spec, at })) });
    });
    return found;
  });
}

/** Each reference leads to something that has a name: that of a schema, or from one spec into the other, to a schema. */
export function unknownRef(specs: Specs): Problem[] {
  return referencesOf(specs).flatMap((each) => problemsIn(each, refFaults(each, specs)));
}

function* refFaults({ spec, ref, isSchema }: Reference, specs: Specs): Iterable<Fault> {
  const target = followRef(specs, spec, ref);
  const [file = ""] = ref.split("#");
  const isOther = spec === specs.openrpc && target.spec !== spec;
  const components = isSchema ? "components.schemas" : "components";
  if (target.value !== undefined) {
    const what = isSchema || isOther ? "schema" : "part";
    const [root, section] = target.path;
    const isNamed = target.path.length === 3 && root === "components";
    if (isNamed && (what === "part" || section === "schemas")) return;
    const fix = `Write it in ${components}, and refer to it there.`;
    yield ["$ref", `$ref "${ref}" leads to no named ${what}`, fix];
  } else if (file === "" || FILES.some((name) => file === name || file === `./${name}`)) {
    const isBare = followRef(specs, spec, `./${ref}`).value !== undefined;
    const fix = isBare ? `Write "./${ref}".` : "Fix the reference, or add what it refers to.";
    yield ["$ref", `unknown $ref "${ref}"`, fix];
  } else {
    const own = spec === specs.openapi ? "" : "./openapi.yaml";
    const place = `${own}#/${components.replace(".", "/")}/…`;
    const message = `$ref "${ref}" leads to another file: the specs are openapi.yaml and openrpc.json alone`;
    const fix = `Write it in ${components} of openapi.yaml, and refer to it with "${place}".`;
    yield ["$ref", message, fix];
  }
}

/** No reference stands for itself or within itself, be it through others, alternatives, parts, or lists without an object. */
export function circularRef(specs: Specs): Problem[] {
  return referencesOf(specs).flatMap((each) => problemsIn(each, circleFaults(each, specs)));
}

function* circleFaults(reference: Reference, specs: Specs): Iterable<Fault> {
  const { ref, at } = reference;
  if (leadsBack(specs, reference, standIns))
    yield ["$ref", `$ref "${ref}" leads back to itself`, "Write out one of the references."];
  else if (leadsBack(specs, reference, listed)) {
    const fix = "Write an object between, with the list in a field.";
    yield ["$ref", `$ref "${ref}" is a list of itself`, fix];
  } else if (isPart(at) && leadsBack(specs, reference, partsWithin))
    yield ["$ref", `$ref "${ref}" contains itself`, "Write the reference without `allOf`."];
}

function leadsBack(
  specs: Specs,
  start: Part,
  follow: (specs: Specs, part: Part) => Part[],
): boolean {
  const seen = new Set<string>();
  const left = follow(specs, start);
  for (let part = left.pop(); part; part = left.pop()) {
    const key = keyOf(part);
    if (key === keyOf(start)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...follow(specs, part));
  }
  return false;
}

/** Values that the value of a part stands for: the target of its reference, its alternatives, its parts. */
function standIns(specs: Specs, part: Part): Part[] {
  return [...targetOf(specs, part), ...listedBelow(part, ["anyOf", "oneOf", "allOf"])];
}

/** The same, and the items of a list: types of lists without an object between are never complete. */
function listed(specs: Specs, part: Part): Part[] {
  const { spec, at } = part;
  const items = { spec, at: [...at, "items"] };
  const own = isObject(spec.at(items.at)) ? [items] : [];
  return [...standIns(specs, part), ...own, ...listedBelow(part, ["prefixItems"])];
}

function targetOf(specs: Specs, { spec, at }: Part): Part[] {
  const ref = textAt(spec.at(at), "$ref");
  if (ref === "") return [];
  const target = followRef(specs, spec, ref);
  return [{ spec: target.spec, at: target.path }];
}

function listedBelow({ spec, at }: Part, keywords: readonly string[]): Part[] {
  return keywords.flatMap((keyword) =>
    arrayAt(spec.at(at), keyword).map((_, index) => ({ spec, at: [...at, keyword, index] })),
  );
}

/** References that are written out with the target of a part: parts are made one object with the schema around them. */
function partsWithin(specs: Specs, part: Part): Part[] {
  return targetOf(specs, part).flatMap((target) => {
    const { spec, at } = target;
    if (targetOf(specs, target).length > 0) return [target];
    const parts: Part[] = [];
    visit(spec.at(at), (value, below) => {
      if (textAt(value, "$ref") !== "" && isPart(below))
        parts.push({ spec, at: [...at, ...below] });
    });
    return parts;
  });
}

function isPart(path: Path): boolean {
  return path.at(-2) === "allOf";
}

function keyOf({ spec, at }: Part): string {
  return JSON.stringify([spec.file, ...at.map(String)]);
}
