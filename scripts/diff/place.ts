import { type Specs, followRef } from "../specs/specs.ts";
import { isObject, type Json, type Path } from "../specs/json.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import { refName, type Layer } from "../specs/layer.ts";
import { fingerprint } from "./fingerprint.ts";

/** An object that stands somewhere in a spec. */
interface Part {
  readonly spec: SpecFile;
  readonly path: Path;
}

const NOT_KEYS = new Set(["$ref", "x-decided"]);

/** Longest chain of references that is followed. */
const DEEPEST = 20;

/**
 * A value of one version of the specs, with references followed.
 *
 * An object is read in parts, the first that has a key wins: the keys beside a reference come before those of what it
 * leads to, and in the layer `decided` those of `x-decided` before those that it stands beside.
 */
export class Place {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: Json | undefined;
  /** Name of what the first reference leads to. */
  readonly refName: string | undefined;
  readonly #specs: Specs;
  readonly #layer: Layer;
  readonly #parts: readonly Part[];

  constructor(specs: Specs, layer: Layer, spec: SpecFile, path: Path) {
    this.#specs = specs;
    this.#layer = layer;
    this.spec = spec;
    this.path = path;
    const raw = spec.at(path);
    this.refName = isObject(raw) && typeof raw.$ref === "string" ? refName(raw.$ref) : undefined;
    const ends = this.#follow(spec, path);
    this.#parts = ends.flatMap((part) => this.#withDecided(part));
    const end = ends.at(-1);
    this.value = end ? end.spec.at(end.path) : raw;
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** JSON pointer of the place. */
  get pointer(): string {
    return `#${this.path.map((key) => `/${escapePart(String(key))}`).join("")}`;
  }

  get line(): number {
    return this.spec.lineOf(this.path);
  }

  /** What stands here with all it refers to, to be compared with that of another version. */
  get fingerprint(): string {
    return fingerprint(this.#specs, this.spec, this.spec.at(this.path));
  }

  /** Keys of the object; of anything else none. */
  keys(): string[] {
    const keys = this.#parts.flatMap(({ spec, path }) => {
      const value = spec.at(path);
      return isObject(value) ? Object.keys(value) : [];
    });
    return [...new Set(keys)].filter((key) => !NOT_KEYS.has(key));
  }

  /** What stands under `key`; a place without a value where nothing does. */
  get(key: string | number): Place {
    const has = this.#parts.find(({ spec, path }) => spec.at([...path, key]) !== undefined);
    const { spec, path } = has ?? this.#parts.at(-1) ?? this;
    return new Place(this.#specs, this.#layer, spec, [...path, key]);
  }

  /** Items of the list; of anything else none. */
  items(): Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.get(index)) : [];
  }

  /** The text; empty where there is none. */
  text(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  #follow(spec: SpecFile, path: Path, depth = 0): Part[] {
    const value = spec.at(path);
    const own = { spec, path };
    if (!isObject(value) || typeof value.$ref !== "string" || depth > DEEPEST) return [own];
    const target = followRef(this.#specs, spec, value.$ref);
    if (target.value === undefined) return [own];
    return [own, ...this.#follow(target.spec, target.path, depth + 1)];
  }

  #withDecided(part: Part): Part[] {
    const path = [...part.path, "x-decided"];
    const isThere = this.#layer === "decided" && isObject(part.spec.at(path));
    return isThere ? [{ spec: part.spec, path }, part] : [part];
  }
}

function escapePart(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
