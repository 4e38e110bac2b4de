import { isObject, type Json, memberOf, type Path, pointerOf } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import type { Layer } from "../specs/layer.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import { followRef, type Specs, type Target } from "../specs/specs.ts";

const NOT_KEYS = new Set(["$ref", "x-decided"]);

/** Longest chain of references that is followed. */
const DEEPEST = 20;

/**
 * A value of one version of the specs, with references followed.
 *
 * An object is read in parts, the first that has a key wins: the keys beside a reference come before those of its
 * target, and in the layer `decided` the keys of `x-decided` before the keys beside it.
 */
export class Place {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: Json | undefined;
  /** Name of the target of the first reference. */
  readonly refName: string | undefined;
  readonly #specs: Specs;
  readonly #layer: Layer;
  readonly #parts: readonly Target[];

  /** @param value The value at `path`, where the caller has it. */
  constructor(specs: Specs, layer: Layer, spec: SpecFile, path: Path, value = spec.at(path)) {
    this.#specs = specs;
    this.#layer = layer;
    this.spec = spec;
    this.path = path;
    this.refName =
      isObject(value) && typeof value.$ref === "string" ? refName(value.$ref) : undefined;
    const ends = this.#follow({ spec, path, value });
    this.#parts = ends.flatMap((part) => this.#withDecided(part));
    this.value = ends.at(-1)?.value;
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** JSON pointer of the place. */
  get pointer(): string {
    return `#${pointerOf(this.path)}`;
  }

  get line(): number {
    return this.spec.lineOf(this.path);
  }

  /** Keys of the object; of anything else none. */
  keys(): string[] {
    const keys = this.#parts.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
    return [...new Set(keys)].filter((key) => !NOT_KEYS.has(key));
  }

  /** The place under `key`; one without a value if there is none. */
  get(key: string | number): Place {
    const has = this.#parts.find(({ value }) => memberOf(value, key) !== undefined);
    const { spec, path, value } = has ?? this.#parts.at(-1) ?? this;
    return new Place(this.#specs, this.#layer, spec, [...path, key], memberOf(value, key));
  }

  /** Items of the list; of anything else none. */
  items(): Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.get(index)) : [];
  }

  /** The text; empty where there is none. */
  text(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  #follow(own: Target, depth = 0): Target[] {
    const { spec, value } = own;
    if (!isObject(value) || typeof value.$ref !== "string" || depth > DEEPEST) return [own];
    const target = followRef(this.#specs, spec, value.$ref);
    if (target.value === undefined) return [own];
    return [own, ...this.#follow(target, depth + 1)];
  }

  #withDecided(part: Target): Target[] {
    if (this.#layer !== "decided") return [part];
    const value = memberOf(part.value, "x-decided");
    if (!isObject(value)) return [part];
    return [{ spec: part.spec, path: [...part.path, "x-decided"], value }, part];
  }
}
