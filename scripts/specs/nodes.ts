import { type Json, type Path, pointerOf, visit } from "./json.ts";
import { type Place, PLACES, placesIn } from "./meta/mod.ts";
import type { SpecFile } from "./spec_file.ts";
import type { Specs } from "./specs.ts";

/** An object of a spec, or what stands where one should be, and which place of the meta-schemas it is. */
export interface Node {
  readonly spec: SpecFile;
  readonly path: Path;
  /** Name of the place. */
  readonly kind: string;
  readonly place: Place;
  readonly value: Json;
}

/** Read once for all rules. */
const NODES = new WeakMap<SpecFile, readonly Node[]>();

/** Every object of both specs, as {@linkcode nodesOf} has them. */
export function allNodes({ openapi, openrpc }: Specs): Node[] {
  return [openapi, openrpc].flatMap(nodesOf);
}

/** The schemas of both specs, those within others after them. */
export function allSchemas(specs: Specs): Node[] {
  return allNodes(specs).filter(({ kind }) => kind === "schema");
}

/** Every object of `spec` that its meta-schema knows, from the root down. */
export function nodesOf(spec: SpecFile): readonly Node[] {
  const known = NODES.get(spec);
  if (known) return known;
  const { kinds } = placesIn(spec.file, spec.value);
  const nodes: Node[] = [];
  visit(spec.value, (value, path) => {
    const kind = kinds.get(pointerOf(path));
    const place = PLACES[kind ?? ""];
    if (kind !== undefined && place) nodes.push({ spec, path, kind, place, value });
  });
  NODES.set(spec, nodes);
  return nodes;
}

/** The schemas of `spec`, those within others after them. */
export function schemasOf(spec: SpecFile): Node[] {
  return nodesOf(spec).filter(({ kind }) => kind === "schema");
}
