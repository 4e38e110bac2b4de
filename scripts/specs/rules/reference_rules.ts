import { arrayAt, isObject, type Path, visit } from "../json.ts";
import { schemasOf } from "../nodes.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import { FILES, followRef, type Specs, type Target } from "../specs.ts";

/** Each reference leads to something that has a name: that of a schema to a schema. */
export function unknownRef(specs: Specs): Problem[] {
  const problems: Problem[] = [];
  for (const spec of [specs.openapi, specs.openrpc]) {
    const schemas = new Set(schemasOf(spec).map(({ path }) => JSON.stringify(path)));
    visit(spec.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      const isSchema = schemas.has(JSON.stringify(path));
      const fault = refFault(specs, spec, value.$ref, isSchema);
      if (fault) problems.push(spec.problem([...path, "$ref"], ...fault));
    });
  }
  return problems;
}

/** The fault of a reference, and its remedy. */
function refFault(
  specs: Specs,
  spec: SpecFile,
  ref: string,
  isSchema: boolean,
): [message: string, fix: string] | undefined {
  const target = followRef(specs, spec, ref);
  const [file = ""] = ref.split("#");
  const components = isSchema ? "components.schemas" : "components";
  if (target.value !== undefined) {
    if (isNamed(target, isSchema)) return undefined;
    const what = isSchema ? "schema" : "part";
    const fix = `Write it in ${components}, and refer to it there.`;
    return [`$ref "${ref}" leads to no named ${what}`, fix];
  }
  if (file === "" || isSpec(file)) {
    const whole = `./${ref}`;
    const isBare = followRef(specs, spec, whole).value !== undefined;
    const fix = isBare ? `Write "${whole}".` : "Fix the reference, or add what it refers to.";
    return [`unknown $ref "${ref}"`, fix];
  }
  const own = spec === specs.openapi ? "" : "./openapi.yaml";
  const place = `${own}#/${components.replace(".", "/")}/…`;
  return [
    `$ref "${ref}" leads to another file: the specs are openapi.yaml and openrpc.json alone`,
    `Write it in ${components} of openapi.yaml, and refer to it with "${place}".`,
  ];
}

function isSpec(file: string): boolean {
  return FILES.some((name) => file === name || file === `./${name}`);
}

function isNamed({ path }: Target, isSchema: boolean): boolean {
  const [root, section] = path;
  return path.length === 3 && root === "components" && (!isSchema || section === "schemas");
}

interface Place {
  readonly spec: SpecFile;
  readonly path: Path;
}

/** No reference stands for itself or within itself, be it through others, alternatives, parts, or lists without an object. */
export function circularRef(specs: Specs): Problem[] {
  const problems: Problem[] = [];
  for (const spec of [specs.openapi, specs.openrpc]) {
    visit(spec.value, (value, path) => {
      if (!isObject(value) || typeof value.$ref !== "string") return;
      const problem = (what: string, fix: string): void => {
        problems.push(spec.problem([...path, "$ref"], `$ref "${value.$ref}" ${what}`, fix));
      };
      if (leadsBack(specs, { spec, path }, standIns)) {
        problem("leads back to itself", "Write out one of the references.");
      } else if (leadsBack(specs, { spec, path }, listed)) {
        problem("is a list of itself", "Write an object between, with the list in a field.");
      } else if (isPart(path) && leadsBack(specs, { spec, path }, partsWithin)) {
        problem("contains itself", "Write the reference without `allOf`.");
      }
    });
  }
  return problems;
}

function leadsBack(
  specs: Specs,
  start: Place,
  follow: (specs: Specs, place: Place) => Place[],
): boolean {
  const seen = new Set<string>();
  const left = follow(specs, start);
  for (let place = left.pop(); place; place = left.pop()) {
    const key = keyOf(place);
    if (key === keyOf(start)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...follow(specs, place));
  }
  return false;
}

/** Values that the value at `place` stands for: the target of its reference, its alternatives, its parts. */
function standIns(specs: Specs, { spec, path }: Place): Place[] {
  const value = spec.at(path);
  if (!isObject(value)) return [];
  return [
    ...(typeof value.$ref === "string" ? [followRef(specs, spec, value.$ref)] : []),
    ...placesIn({ spec, path }, ["anyOf", "oneOf", "allOf"]),
  ];
}

/** The same, and the items of a list: types of lists without an object between are never complete. */
function listed(specs: Specs, place: Place): Place[] {
  const { spec, path } = place;
  const items = isObject(spec.at([...path, "items"])) ? [{ spec, path: [...path, "items"] }] : [];
  return [...standIns(specs, place), ...items, ...placesIn(place, ["prefixItems"])];
}

function placesIn({ spec, path }: Place, keywords: readonly string[]): Place[] {
  const value = spec.at(path);
  return keywords.flatMap((keyword) =>
    arrayAt(value, keyword).map((_, index) => ({ spec, path: [...path, keyword, index] })),
  );
}

/** References that are written out with what the one at `place` leads to: parts are made one object with what they stand in. */
function partsWithin(specs: Specs, { spec, path }: Place): Place[] {
  const value = spec.at(path);
  if (!isObject(value) || typeof value.$ref !== "string") return [];
  const target = followRef(specs, spec, value.$ref);
  const isAlias = isObject(target.value) && typeof target.value.$ref === "string";
  return isAlias ? [target] : partsBelow(target);
}

function partsBelow({ spec, path }: Place): Place[] {
  const parts: Place[] = [];
  visit(spec.at(path), (value, below) => {
    const isRef = isObject(value) && typeof value.$ref === "string";
    if (isRef && isPart(below)) parts.push({ spec, path: [...path, ...below] });
  });
  return parts;
}

function isPart(path: Path): boolean {
  return path.at(-2) === "allOf";
}

function keyOf({ spec, path }: Place): string {
  return JSON.stringify([spec.file, ...path.map(String)]);
}
