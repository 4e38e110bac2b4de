import { type Documents, followRef } from "../documents/documents.ts";
import { isObject, type Json, type Path } from "../documents/json.ts";
import type { SourceDocument } from "../documents/source_document.ts";
import { refName, type Strength } from "../documents/strength.ts";
import { fingerprint } from "./fingerprint.ts";

/** An object that stands somewhere in a document. */
interface Layer {
  readonly document: SourceDocument;
  readonly path: Path;
}

const NOT_KEYS = new Set(["$ref", "x-decided"]);

/** Longest chain of references that is followed. */
const DEEPEST = 20;

/**
 * A value of one version of the documents, with references followed.
 *
 * An object is seen in layers, the first that has a key wins: the keys beside a reference stand before those of what it
 * leads to, and at strength `decided` those of `x-decided` before those that it stands beside.
 */
export class Place {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: Json | undefined;
  /** Name of what the first reference leads to. */
  readonly refName: string | undefined;
  readonly #documents: Documents;
  readonly #strength: Strength;
  readonly #layers: readonly Layer[];

  constructor(documents: Documents, strength: Strength, document: SourceDocument, path: Path) {
    this.#documents = documents;
    this.#strength = strength;
    this.document = document;
    this.path = path;
    const raw = document.at(path);
    this.refName = isObject(raw) && typeof raw.$ref === "string" ? refName(raw.$ref) : undefined;
    const ends = this.#follow(document, path);
    this.#layers = ends.flatMap((layer) => this.#withDecided(layer));
    const end = ends.at(-1);
    this.value = end ? end.document.at(end.path) : raw;
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** JSON pointer of the place. */
  get pointer(): string {
    return `#${this.path.map((key) => `/${escapePart(String(key))}`).join("")}`;
  }

  get line(): number {
    return this.document.lineOf(this.path);
  }

  /** What stands here with all it refers to, to be compared with that of another version. */
  get fingerprint(): string {
    return fingerprint(this.#documents, this.document, this.document.at(this.path));
  }

  /** Keys of the object; of anything else none. */
  keys(): string[] {
    const keys = this.#layers.flatMap(({ document, path }) => {
      const value = document.at(path);
      return isObject(value) ? Object.keys(value) : [];
    });
    return [...new Set(keys)].filter((key) => !NOT_KEYS.has(key));
  }

  /** What stands under `key`; a place without a value where nothing does. */
  get(key: string | number): Place {
    const has = this.#layers.find(
      ({ document, path }) => document.at([...path, key]) !== undefined,
    );
    const { document, path } = has ?? this.#layers.at(-1) ?? this;
    return new Place(this.#documents, this.#strength, document, [...path, key]);
  }

  /** Items of the list; of anything else none. */
  items(): Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.get(index)) : [];
  }

  /** The text; empty where there is none. */
  text(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  #follow(document: SourceDocument, path: Path, depth = 0): Layer[] {
    const value = document.at(path);
    const own = { document, path };
    if (!isObject(value) || typeof value.$ref !== "string" || depth > DEEPEST) return [own];
    const target = followRef(this.#documents, document, value.$ref);
    if (target.value === undefined) return [own];
    return [own, ...this.#follow(target.document, target.path, depth + 1)];
  }

  #withDecided(layer: Layer): Layer[] {
    const path = [...layer.path, "x-decided"];
    const isThere = this.#strength === "decided" && isObject(layer.document.at(path));
    return isThere ? [{ document: layer.document, path }, layer] : [layer];
  }
}

function escapePart(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
