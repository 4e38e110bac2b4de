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
      nodesOf(spec)
        .filter(({ kind }) => kind === "schema")
        .map(keyOf),
    );
    const found: Reference[] = [];
    visit(spec.value, (value, at) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      found.push({ spec, at, ref: value.$ref, isSchema: schemas.has(keyOf({ spec, at })) });
    });
    return found;
  });
}

/**
 * Each reference leads to a named part, `components.<section>.<name>`: a schema to one of the section `schemas` of either
 * spec, anything else to a part of its own spec.
 */
export function unknownRef(specs: Specs): Problem[] {
  return referencesOf(specs).flatMap((each) => problemsIn(each, refFaults(each, specs)));
}

function* refFaults({ spec, ref, isSchema }: Reference, specs: Specs): Iterable<Fault> {
  const target = followRef(specs, spec, ref);
  const [file = ""] = ref.split("#");
  const components = isSchema ? "components.schemas" : `components of ${spec.file}`;
  if (target.value !== undefined) {
    const [root, section] = target.path;
    const isNamed = root === "components" && target.path.length === 3;
    if (isNamed && (isSchema ? section === "schemas" : target.spec === spec)) return;
    const what = isSchema ? "schema" : `part of ${spec.file}`;
    const fix = `Write it in ${components}, and refer to it there.`;
    yield ["$ref", `$ref "${ref}" leads to no named ${what}`, fix];
  } else if (file === "" || FILES.some((name) => file === name || file === `./${name}`)) {
    const lacksDot = followRef(specs, spec, `./${ref}`).value !== undefined;
    const fix = lacksDot ? `Write "./${ref}".` : "Fix the reference, or add what it refers to.";
    yield ["$ref", `unknown $ref "${ref}"`, fix];
  } else {
    const example = `#/components/${isSchema ? "schemas/" : ""}…`;
    const message = `$ref "${ref}" leads to another file: the specs are openapi.yaml and openrpc.json alone`;
    const fix = `Write it in ${components}, and refer to it with "${example}".`;
    yield ["$ref", message, fix];
  }
}

/**
 * No reference leads back to itself: through references and alternatives alone; through lists with no object between, whose
 * types would never end; through `allOf`, whose references are written out.
 */
export function circularRef(specs: Specs): Problem[] {
  return referencesOf(specs).flatMap((each) => problemsIn(each, circleFaults(each, specs)));
}

function* circleFaults(reference: Reference, specs: Specs): Iterable<Fault> {
  const { ref, at } = reference;
  if (leadsBack(specs, reference, alternatives)) {
    yield ["$ref", `$ref "${ref}" leads back to itself`, "Write out one of the references."];
  } else if (leadsBack(specs, reference, alternativesAndItems)) {
    const fix = "Write an object between, with the list in a field.";
    yield ["$ref", `$ref "${ref}" is a list of itself`, fix];
  } else if (isInAllOf(at) && leadsBack(specs, reference, inlinedReferences)) {
    yield ["$ref", `$ref "${ref}" contains itself`, "Write the reference without `allOf`."];
  }
}

/** True if `follow`, from part to part, comes back to `start`. */
function leadsBack(
  specs: Specs,
  start: Part,
  follow: (specs: Specs, part: Part) => Part[],
): boolean {
  const seen = new Set<string>();
  const pending = follow(specs, start);
  for (let part = pending.pop(); part; part = pending.pop()) {
    const key = keyOf(part);
    if (key === keyOf(start)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    pending.push(...follow(specs, part));
  }
  return false;
}

/** Schemas of the same value as a part's: the target of its reference, its alternatives, what it combines. */
function alternatives(specs: Specs, part: Part): Part[] {
  return [...targetOf(specs, part), ...listedBelow(part, ["anyOf", "oneOf", "allOf"])];
}

/** The same, and the schemas of a list's items. */
function alternativesAndItems(specs: Specs, part: Part): Part[] {
  const { spec, at } = part;
  const items = { spec, at: [...at, "items"] };
  const itemPart = isObject(spec.at(items.at)) ? [items] : [];
  return [...alternatives(specs, part), ...itemPart, ...listedBelow(part, ["prefixItems"])];
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

/** References in `allOf` below the target of a part: `flattenAllOf` writes these out with it. */
function inlinedReferences(specs: Specs, part: Part): Part[] {
  return targetOf(specs, part).flatMap((target) => {
    const { spec, at } = target;
    const isReference = targetOf(specs, target).length > 0;
    if (isReference) return [target];
    const found: Part[] = [];
    visit(spec.at(at), (value, below) => {
      if (textAt(value, "$ref") !== "" && isInAllOf(below))
        found.push({ spec, at: [...at, ...below] });
    });
    return found;
  });
}

function isInAllOf(path: Path): boolean {
  return path.at(-2) === "allOf";
}

function keyOf({ spec, at }: Part): string {
  return JSON.stringify([spec.file, ...at.map(String)]);
}
