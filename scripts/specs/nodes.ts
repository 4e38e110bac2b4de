import { isObject, type Json, type JsonObject, type Path, pointerOf, visit } from "./json.ts";
import { type Place, PLACES, placesIn } from "./meta/mod.ts";
import type { Model } from "./model/mod.ts";
import type { SpecFile } from "./spec_file.ts";

/** An object of a spec, or the value in the place of one, and the place of the meta-schemas that it has. */
export interface Node {
  readonly spec: SpecFile;
  readonly at: Path;
  /** Name of the place. */
  readonly kind: string;
  readonly place: Place;
  readonly value: Json;
}

/** A node that is an object, as all are in specs that follow the meta-schemas. */
export interface ObjectNode extends Node {
  readonly value: JsonObject;
}

/** Read once for all rules. */
const NODES = new WeakMap<SpecFile, readonly Node[]>();

/** Every object of both specs that its meta-schema knows, from the root down. */
export function allNodes({ specs }: Model): ObjectNode[] {
  const nodes = [...nodesOf(specs.openapi), ...nodesOf(specs.openrpc)];
  return nodes.filter((node): node is ObjectNode => isObject(node.value));
}

/** The schemas of both specs, those within others after them. */
export function allSchemas(model: Model): ObjectNode[] {
  return allNodes(model).filter(({ kind }) => kind === "schema");
}

/** The nodes of `spec`, from the root down. */
export function nodesOf(spec: SpecFile): readonly Node[] {
  const known = NODES.get(spec);
  if (known) return known;
  const { kinds } = placesIn(spec.file, spec.value);
  const nodes: Node[] = [];
  visit(spec.value, (value, at) => {
    const kind = kinds.get(pointerOf(at));
    const place = PLACES[kind ?? ""];
    if (kind !== undefined && place) nodes.push({ spec, at, kind, place, value });
  });
  NODES.set(spec, nodes);
  return nodes;
}
