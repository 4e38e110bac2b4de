import type { Path } from "../specs/json.ts";
import type { Layer } from "../specs/layer.ts";
import { type Change, type Level, LEVELS } from "./change.ts";
import type { Place } from "./_place.ts";

/** The same thing in both versions; it may be there in one alone. */
export interface Pair {
  readonly base: Place;
  readonly next: Place;
}

/** Position of a comparison. */
export interface Scope {
  readonly layer: Layer;
  /** Direction of the values: to the service or from it. */
  readonly direction: "request" | "answer";
  /** The operation, method or topic that is compared, or the name of a table's row. */
  readonly name: string | undefined;
}

/** Collects changes. One that shows in several places or strengths is one change. */
export class Report {
  readonly #changes = new Map<string, Change>();
  readonly #seen = new Set<string>();
  readonly #open = new Set<string>();

  /** Adds a change at what the pair has in the next version, or at what it had in the base. */
  add(level: Level, { base, next }: Pair, scope: Scope, message: string): void {
    const version = next.exists || !base.exists ? "next" : "base";
    const { spec, pointer, line } = version === "next" ? next : base;
    const key = JSON.stringify([spec.file, pointer, version, message]);
    const { layer } = scope;
    const affects = scope.name === undefined ? [] : [scope.name];
    const change = { level, spec: spec.file, pointer, line, version, message } as const;
    this.#changes.set(key, merge(this.#changes.get(key), { ...change, layer, affects }));
  }

  /** Calls `compare`, unless it is at the same pair already: a schema may hold itself. */
  once({ base, next }: Pair, { layer, direction }: Scope, compare: () => void): void {
    const places = [base, next].map((place) => idOf(place.spec.file, place.path));
    const key = JSON.stringify([layer, direction, ...places]);
    if (this.#open.has(key)) return;
    this.#open.add(key);
    compare();
    this.#open.delete(key);
  }

  /** Notes that the pair was compared, with everything below it. */
  see({ base, next }: Pair): void {
    for (const place of [base, next]) this.#seen.add(idOf(place.spec.file, place.path));
  }

  /** Tells whether something at `path` or above it, within a component, was compared. */
  hasSeen(file: string, path: Path): boolean {
    return path.some(
      (_, index) => index >= NAMED && this.#seen.has(idOf(file, path.slice(0, index + 1))),
    );
  }

  /** The changes: the worst level first, then as they stand in the specs. */
  changes(): Change[] {
    const order = (change: Change): number => LEVELS.indexOf(change.level);
    return [...this.#changes.values()].toSorted(
      (a, b) =>
        order(a) - order(b) ||
        a.spec.localeCompare(b.spec) ||
        a.line - b.line ||
        a.pointer.localeCompare(b.pointer),
    );
  }
}

/** Keys down to the name of a component: `components`, `schemas`, `Hash`. */
const NAMED = 3;

function idOf(file: string, path: Path): string {
  return JSON.stringify([file, ...path.map(String)]);
}

function merge(known: Change | undefined, change: Change): Change {
  if (!known) return change;
  return {
    ...change,
    level: LEVELS.find((level) => level === known.level || level === change.level) ?? "breaking",
    layer: known.layer === change.layer ? known.layer : "both",
    affects: [...new Set([...known.affects, ...change.affects])],
  };
}
