import { type OperationId, OPERATIONS } from "../../../generated/service/operations.gen.ts";

/** A matched operation and its path parameters, still encoded. */
export interface Route {
  readonly id: OperationId;
  readonly path: Readonly<Record<string, string>>;
}

/** A segment of a path template: a parameter or a literal. */
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

/** Matches a path below a server's URL to its operation; undefined for an unknown path or verb. */
export function matchRoute(server: string, verb: string, path: string): Route | undefined {
  const texts = path.split("/");
  for (const { id, parts } of GROUPS.get(server)?.get(verb)?.[texts.length] ?? [])
    if (hasLiterals(parts, texts)) return { id, path: parametersOf(parts, texts) };
  return undefined;
}

/** Verbs of the operations at a path below a server's URL, in lower case; empty for an unknown path. */
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

/** Sort key: literals before parameters, so that `/blocks/latest` is tried before `/blocks/{identifier}`. */
function rankOf(path: string): string {
  return path
    .split("/")
    .map((part) => (part.startsWith("{") ? "1" : "0"))
    .join("");
}

function partOf(text: string): Part {
  return { parameter: text.startsWith("{") ? text.slice(1, -1) : undefined, text };
}

function hasLiterals(parts: readonly Part[], texts: readonly string[]): boolean {
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (part?.parameter === undefined && part?.text !== texts[index]) return false;
  }
  return true;
}

function parametersOf(parts: readonly Part[], texts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  let index = 0;
  for (const { parameter } of parts) {
    const text = texts[index++];
    if (parameter !== undefined) values[parameter] = text ?? "";
  }
  return values;
}
