import { type OperationId, OPERATIONS } from "../../generated/service/operations.gen.ts";
import type { OperationInfo } from "../../generated/tables.gen.ts";

/** An operation and the parts of the path that fill its parameters, still encoded. */
export interface Route {
  readonly id: OperationId;
  readonly path: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly id: OperationId;
  readonly info: OperationInfo;
  readonly parts: readonly string[];
}

const PATTERNS: readonly Pattern[] = (Object.keys(OPERATIONS) as OperationId[]).map((id) => ({
  id,
  info: OPERATIONS[id],
  parts: OPERATIONS[id].path.split("/"),
}));

/** The operation that a path below a server's URL is for; undefined for an unknown path or another verb. */
export function matchRoute(
  server: OperationInfo["server"],
  verb: string,
  path: string,
): Route | undefined {
  const parts = path.split("/");
  for (const { id, info, parts: pattern } of PATTERNS) {
    if (info.server !== server || info.verb !== verb || pattern.length !== parts.length) continue;
    const values = matchParts(pattern, parts);
    if (values) return { id, path: values };
  }
  return undefined;
}

/** Verbs that operations at a path below a server's URL have, in lower case; none for an unknown path. */
export function verbsAt(server: OperationInfo["server"], path: string): string[] {
  const verbs = new Set(PATTERNS.map(({ info }) => info.verb));
  return [...verbs].filter((verb) => matchRoute(server, verb, path) !== undefined);
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (expected.startsWith("{")) values[expected.slice(1, -1)] = part;
    else if (expected !== part) return undefined;
  }
  return values;
}
