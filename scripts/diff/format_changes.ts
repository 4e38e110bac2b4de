import { type Change, LEVELS } from "./change.ts";

/** Most names of a change that are written out. */
const NAMES = 6;

/** The changes for people: grouped by level, each with its place and a sentence. */
export function formatChanges(changes: readonly Change[]): string {
  const groups = LEVELS.flatMap((level) => {
    const own = changes.filter((change) => change.level === level);
    return own.length === 0 ? [] : [`${level}: ${own.length}\n${own.map(formatChange).join("\n")}`];
  });
  return groups.join("\n\n") || "The specs are unchanged.";
}

/** One change in two lines. */
export function formatChange(change: Change): string {
  const { spec, line, pointer, version, message, layer } = change;
  const of = version === "base" ? " (in the base)" : "";
  const only = layer === "both" ? "" : ` [${layer}]`;
  return `  ${spec}:${line}${of} ${pointer}\n    ${message}${namesOf(change)}${only}`;
}

function namesOf({ affects, message }: Change): string {
  if (affects.every((name) => message.includes(name))) return "";
  const more = affects.length > NAMES ? ` and ${affects.length - NAMES} more` : "";
  return `: ${affects.slice(0, NAMES).join(", ")}${more}`;
}
