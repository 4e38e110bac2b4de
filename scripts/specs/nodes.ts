import { isObject, type Json, type Path } from "./json.ts";
import type { SpecFile } from "./spec_file.ts";
import type { Specs } from "./specs.ts";
import { PLACES, type Place, type Shape } from "./verdicts/mod.ts";

/** An object of a spec, or what stands where one should be, and which place of the table of verdicts it is. */
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

/** Every object of `spec` that the table of verdicts knows, from the root down. */
export function nodesOf(spec: SpecFile): readonly Node[] {
  const known = NODES.get(spec);
  if (known) return known;
  const root = spec.file === "openapi.yaml" ? "OpenAPI" : "OpenRPC";
  const nodes = nodesBelow({ spec, path: [], kind: root, place: placeOf(root), value: spec.value });
  NODES.set(spec, nodes);
  return nodes;
}

/** The schemas of `spec`, those within others after them. */
export function schemasOf(spec: SpecFile): Node[] {
  return nodesOf(spec).filter(({ kind }) => kind === "schema");
}

function nodesBelow(node: Node): Node[] {
  const { spec, path, place, value } = node;
  if (!isObject(value)) return [node];
  const below = Object.entries(value).flatMap(([keyword, child]): Node[] => {
    const verdict = place.keywords[keyword];
    if (!verdict || !("follows" in verdict) || child === undefined) return [];
    return childrenOf(verdict.shape, child).flatMap(([keys, kind, held]) =>
      nodesBelow(nodeAt(spec, [...path, keyword, ...keys], kind, held)),
    );
  });
  return [node, ...below];
}

/** Objects that stand in a value of `shape`. A value that is allowed in place of one, such as false, is none. */
function childrenOf(shape: Shape, value: Json): [keys: Path, kind: string, held: Json][] {
  const { below } = shape;
  if (!below || !shape.fits(value, [])) return [];
  const { place, as } = below;
  if (as === "list")
    return Array.isArray(value) ? value.map((item, at) => [[at], place, item]) : [];
  if (!isObject(value)) return [];
  if (as === "one") return [[[], place, value]];
  return Object.entries(value).map(([name, item]) => [[name], place, item ?? null]);
}

function nodeAt(spec: SpecFile, path: Path, kind: string, value: Json): Node {
  const isRef = isObject(value) && value.$ref !== undefined && placeOf(kind).refers === true;
  const own = isRef ? "reference" : kind;
  return { spec, path, kind: own, place: placeOf(own), value };
}

function placeOf(name: string): Place {
  const place = PLACES[name];
  if (!place) throw new Error(`Cannot read the specs: the table of verdicts has no place ${name}`);
  return place;
}
