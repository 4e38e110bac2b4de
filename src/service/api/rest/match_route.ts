import { type OperationId, OPERATIONS } from "../../../generated/service/operations.gen.ts";

/** An operation and the parts of the path that fill its parameters, still encoded. */
export interface Route {
  readonly id: OperationId;
  readonly path: Readonly<Record<string, string>>;
}

/** A part of a path: the parameter that it fills, or what it must be. */
interface Part {
  readonly parameter: string | undefined;
  readonly text: string;
}

interface Pattern {
  readonly id: OperationId;
  readonly parts: readonly Part[];
}

/** Operations of one server and verb, by the number of their parts. */
type Group = Pattern[][];

/** The groups by server and verb. */
const GROUPS: ReadonlyMap<string, ReadonlyMap<string, Group>> = groupPatterns();

/** The operation that a path below a server's URL is for; undefined for an unknown path or another verb. */
export function matchRoute(server: string, verb: string, path: string): Route | undefined {
  const texts = path.split("/");
  for (const { id, parts } of GROUPS.get(server)?.get(verb)?.[texts.length] ?? []) {
    const values = matchParts(parts, texts);
    if (values) return { id, path: values };
  }
  return undefined;
}

/** Verbs that operations at a path below a server's URL have, in lower case; none for an unknown path. */
export function verbsAt(server: string, path: string): string[] {
  const verbs = new Set(Object.values(OPERATIONS).map(({ verb }) => verb));
  return [...verbs].filter((verb) => matchRoute(server, verb, path) !== undefined);
}

function groupPatterns(): Map<string, Map<string, Group>> {
  const groups = new Map<string, Map<string, Group>>();
  const ids = (Object.keys(OPERATIONS) as OperationId[]).toSorted((one, other) =>
    rankOf(OPERATIONS[one].path) < rankOf(OPERATIONS[other].path) ? -1 : 1,
  );
  for (const id of ids) {
    const { server, verb, path } = OPERATIONS[id];
    const parts = path.split("/").map(partOf);
    const byVerb = groups.get(server) ?? new Map<string, Group>();
    const group = byVerb.get(verb) ?? [];
    (group[parts.length] ??= []).push({ id, parts });
    groups.set(server, byVerb.set(verb, group));
  }
  return groups;
}

/** Literal parts come before parameters, so that `/blocks/latest` is tried before `/blocks/{identifier}`. */
function rankOf(path: string): string {
  return path
    .split("/")
    .map((part) => (part.startsWith("{") ? "1" : "0"))
    .join("");
}

function partOf(text: string): Part {
  return { parameter: text.startsWith("{") ? text.slice(1, -1) : undefined, text };
}

function matchParts(
  parts: readonly Part[],
  texts: readonly string[],
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  let index = 0;
  for (const { parameter, text } of parts) {
    const given = texts[index++] ?? "";
    if (parameter !== undefined) values[parameter] = given;
    else if (text !== given) return undefined;
  }
  return values;
}
