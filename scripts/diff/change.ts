import { textAt } from "../specs/json.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import type { Specs } from "../specs/specs.ts";

/**
 * The effect of a change on programs that rely on the specs.
 *
 * `breaking`: programs that worked may fail. `additive`: they still work, and there is more. `cosmetic`: words and examples.
 */
export type Level = "breaking" | "additive" | "cosmetic";

/** The levels, the worst first. */
export const LEVELS: readonly Level[] = ["breaking", "additive", "cosmetic"];

/** A difference between two versions of the specs. */
export interface Change {
  readonly level: Level;
  /** File name of the spec. */
  readonly spec: string;
  /** Its place in that spec, as a JSON pointer. */
  readonly pointer: string;
  /** Line of the place. */
  readonly line: number;
  /** Version of place and line: the base for removed parts, otherwise the next one. */
  readonly version: "base" | "next";
  /** A sentence without its end. */
  readonly message: string;
  /** Scope: only specified by the interface, only an extension, or both. */
  readonly layer: "given" | "decided" | "both";
  /** Operations, methods and topics that it reaches, and the name of the row of a table. */
  readonly affects: readonly string[];
}

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

/**
 * The breaking changes of specs whose major number is no higher than in the base.
 */
export function unannounced(changes: readonly Change[], base: Specs, next: Specs): Change[] {
  const announced = (["openapi", "openrpc"] as const)
    .filter((name) => majorOf(versionOf(next[name])) > majorOf(versionOf(base[name])))
    .map((name) => next[name].file);
  return changes.filter(({ level, spec }) => level === "breaking" && !announced.includes(spec));
}

/** The version that a spec gives itself. */
function versionOf(spec: SpecFile): string {
  return textAt(spec.value, "info", "version");
}

/** Returns true if a version is lower than another, by their three numbers. */
export function isLower(version: string, than: string): boolean {
  const [own = "", other = ""] = [version, than].map((text) => text.split("-")[0]);
  return own.localeCompare(other, undefined, { numeric: true }) < 0;
}

function majorOf(version: string): number {
  return Number(version.split(".", 1)[0]);
}
