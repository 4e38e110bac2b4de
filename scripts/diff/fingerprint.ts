import { type Specs, followRef } from "../specs/specs.ts";
import { isObject, type Json } from "../specs/json.ts";
import type { SpecFile } from "../specs/spec_file.ts";

/** Fingerprints by version of the specs: the same value may refer to another in another version. */
const KNOWN = new WeakMap<Specs, WeakMap<object, string>>();

/** A text that is the same for values that say the same with all they refer to, in whatever order of keys. */
export function fingerprint(specs: Specs, spec: SpecFile, value: Json | undefined): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const fingerprints = KNOWN.get(specs) ?? new WeakMap<object, string>();
  KNOWN.set(specs, fingerprints);
  const known = fingerprints.get(value);
  if (known !== undefined) return known;
  // A circle of references ends here.
  fingerprints.set(value, "...");
  const parts = Array.isArray(value)
    ? value.map((item) => fingerprint(specs, spec, item))
    : Object.keys(value)
        .toSorted()
        .map((key) => `${key}:${fingerprint(specs, spec, value[key])}`);
  const text = `${Array.isArray(value) ? "list" : "object"}(${parts.join()}${targetOf(specs, spec, value)})`;
  fingerprints.set(value, text);
  return text;
}

function targetOf(specs: Specs, spec: SpecFile, value: Json): string {
  if (!isObject(value) || typeof value.$ref !== "string") return "";
  const target = followRef(specs, spec, value.$ref);
  return fingerprint(specs, target.spec, target.value);
}
