import { expect, test } from "vitest";
import { compareSpecs } from "../../../scripts/diff/mod.ts";
import { isObject, type Json, type JsonObject, type Path } from "../../../scripts/specs/json.ts";
import type { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { smallSpecs } from "../specs/_small_specs.ts";
import { withValue } from "../specs/_with_value.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

/** Keys that hold words and examples. */
const WORDS = [
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "x-reason",
  "x-example",
  "x-description",
];

test(
  "no leaf of the specs changes or goes unnoticed, and words alone are cosmetic",
  { timeout: SLOW },
  () => {
    const base = smallSpecs();
    let count = 0;
    for (const name of ["openapi", "openrpc"] as const) {
      for (const path of leavesOf(base[name].value)) {
        const isWords = path.some((key) => WORDS.includes(String(key)) && key !== path[0]);
        for (const leaf of isWords ? ["other"] : [undefined, "other"]) {
          if (leaf === undefined && isSpare(base[name], path)) continue;
          const spec = withValue(base[name], withLeaf(base[name].value, path, leaf));
          const changes = compareSpecs(base, { ...base, [name]: spec });
          expect(changes, `${path.join("/")} ${leaf}`).not.toEqual([]);
          if (isWords) expect(changes.map(({ level }) => level)).toEqual(["cosmetic"]);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(400);
  },
);

/** Tells whether without `path` the same is said: by null for no filter, or by the mark of what a reference leads to. */
function isSpare(spec: SpecFile, path: Path): boolean {
  if (spec.at(path) === null && path.at(-1) === "filter") return true;
  const parent = spec.at(path.slice(0, -1));
  return path.at(-1) === "x-source" && isObject(parent) && parent.$ref !== undefined;
}

function leavesOf(value: Json | undefined, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

/** `value` with `leaf` at `path`, or without what stands there. */
function withLeaf(value: JsonObject, path: Path, leaf: string | undefined): JsonObject {
  const copy = structuredClone(value);
  const parent = path
    .slice(0, -1)
    .reduce<Json>((node, key) => Reflect.get(node as object, key) as Json, copy);
  const key = path.at(-1) ?? "";
  if (leaf !== undefined) Reflect.set(parent as object, key, leaf);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent as object, key);
  return copy;
}
