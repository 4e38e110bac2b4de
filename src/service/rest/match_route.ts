import { type OperationId, OPERATIONS } from "../../generated/service/operations.gen.ts";
import type { OperationInfo } from "../../generated/tables.gen.ts";

/** An operation and the parts of the path that fill its parameters, still encoded. */
export interface Route {
  readonly id: OperationId;
  readonly path: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly id: OperationId;
  readonly parts: readonly string[];
}

/** Operations by what tells most of them apart: server, verb and number of parts. */
const PATTERNS: ReadonlyMap<string, readonly Pattern[]> = groupPatterns();

/** The operation that a path below a server's URL is for; undefined for an unknown path or another verb. */
export function matchRoute(
  server: OperationInfo["server"],
  verb: string,
  path: string,
): Route | undefined {
  const parts = path.split("/");
  for (const { id, parts: pattern } of PATTERNS.get(keyOf(server, verb, parts)) ?? []) {
    const values = matchParts(pattern, parts);
    if (values) return { id, path: values };
  }
  return undefined;
}

/** Verbs that operations at a path below a server's URL have, in lower case; none for an unknown path. */
export function verbsAt(server: OperationInfo["server"], path: string): string[] {
  const verbs = new Set(Object.values(OPERATIONS).map(({ verb }) => verb));
  return [...verbs].filter((verb) => matchRoute(server, verb, path) !== undefined);
}

function groupPatterns(): Map<string, Pattern[]> {
  const groups = new Map<string, Pattern[]>();
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    const { server, verb, path } = OPERATIONS[id];
    const parts = path.split("/");
    const key = keyOf(server, verb, parts);
    groups.set(key, [...(groups.get(key) ?? []), { id, parts }]);
  }
  return groups;
}

function keyOf(server: OperationInfo["server"], verb: string, parts: readonly string[]): string {
  return `${server} ${verb} ${parts.length}`;
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (let index = 0; index < pattern.length; index++) {
    const expected = pattern[index] ?? "";
    const part = parts[index] ?? "";
    if (expected.startsWith("{")) values[expected.slice(1, -1)] = part;
    else if (expected !== part) return undefined;
  }
  return values;
}
