import { isDeepStrictEqual } from "node:util";
import type { Json, Path } from "../specs/json.ts";
import type { Layer } from "../specs/layer.ts";
import { type Change, type Level, LEVELS } from "./change.ts";
import type { Place } from "./_place.ts";

/** Position of a comparison. */
export interface Scope {
  readonly layer: Layer;
  /** Direction of the values: to the service or from it. */
  readonly direction: "request" | "answer";
  /** The operation, method or topic that is compared, or the name of a table's row. */
  readonly name: string | undefined;
}

/** Levels of admitting less or more: a request may hold more than before without harm, an answer less. */
const LEVELS_OF = {
  request: { less: "breaking", more: "additive" },
  answer: { less: "additive", more: "breaking" },
} as const satisfies Record<Scope["direction"], Record<"less" | "more", Level>>;

/** The same thing in both versions, which may be there in one alone, and where changes of it are reported. */
export class Pair {
  readonly base: Place;
  readonly next: Place;
  readonly scope: Scope;
  readonly #report: Report;

  constructor(report: Report, base: Place, next: Place, scope: Scope) {
    this.base = base;
    this.next = next;
    this.scope = scope;
    this.#report = report;
  }

  /** True if both versions have it. */
  get isKept(): boolean {
    return this.base.exists && this.next.exists;
  }

  /** True if both versions hold the same value, in whatever order of keys. */
  get isSame(): boolean {
    return isDeepStrictEqual(this.base.value, this.next.value);
  }

  /** The last key of its path. */
  get key(): string {
    return String(this.shown.path.at(-1) ?? "");
  }

  /** Both values in words. */
  get change(): string {
    return `changed from ${show(this.base.value)} to ${show(this.next.value)}`;
  }

  /** The direction in words. */
  get where(): string {
    return this.scope.direction === "request" ? "a request" : "an answer";
  }

  /** The level of admitting `less` or `more` here. */
  levelOf(admits: "less" | "more"): Level {
    return LEVELS_OF[this.scope.direction][admits];
  }

  /** The result of `read` in each version. */
  both<Value>(read: (place: Place) => Value): [base: Value, next: Value] {
    return [read(this.base), read(this.next)];
  }

  /** The pair of `base` and `next`, in the same position. */
  of(base: Place, next: Place): Pair {
    return new Pair(this.#report, base, next, this.scope);
  }

  /** The same pair in another position. */
  in(scope: Partial<Scope>): Pair {
    return new Pair(this.#report, this.base, this.next, { ...this.scope, ...scope });
  }

  /** The value under `key`. */
  child(key: string | number): Pair {
    return this.of(this.base.get(key), this.next.get(key));
  }

  /** The values under each key of either version. */
  members(): [name: string, pair: Pair][] {
    const keys = new Set([...this.base.keys(), ...this.next.keys()]);
    return [...keys].map((key) => [key, this.child(key)]);
  }

  /** Pairs the items of two lists by their names. */
  items(nameOf: (item: Place) => string): [name: string, pair: Pair][] {
    return this.named((list) => new Map(list.items().map((item) => [nameOf(item), item])));
  }

  /** Pairs what `read` finds in each version by its name; what one version lacks is a place without a value. */
  named(read: (place: Place) => ReadonlyMap<string, Place>): [name: string, pair: Pair][] {
    const [base, next] = this.both(read);
    return [...new Set([...base.keys(), ...next.keys()])].map((name) => [
      name,
      this.of(base.get(name) ?? this.base.get(NOWHERE), next.get(name) ?? this.next.get(NOWHERE)),
    ]);
  }

  /** Adds a change of it. */
  add(level: Level, message: string): void {
    const version = this.shown === this.next ? "next" : "base";
    this.#report.add(level, this.shown, version, this.scope, message);
  }

  /** Adds that a keyword of a schema has another value. */
  addChanged(level: Level): void {
    if (!this.isSame) this.add(level, `"${this.key}" of ${this.where} ${this.change}`);
  }

  /** Notes that it was compared, with everything below it. */
  see(): void {
    for (const { spec, path } of [this.base, this.next]) this.#report.see(spec.file, path);
  }

  /** True where the same pair was begun in the same position before: a schema may hold itself. */
  get isRepeated(): boolean {
    const places = this.both(({ spec, path }) => idOf(spec.file, path));
    return this.#report.isRepeated(JSON.stringify([this.scope, ...places]));
  }

  /** The next version, or the base where it is gone. */
  get shown(): Place {
    return this.next.exists || !this.base.exists ? this.next : this.base;
  }
}

/** A key that nothing has. */
const NOWHERE = -1;

/** A value for a message. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Collects changes. One that shows in several places or strengths is one change. */
export class Report {
  readonly #changes = new Map<string, Change>();
  readonly #seen = new Set<string>();
  readonly #begun = new Set<string>();

  add(
    level: Level,
    { spec, pointer, line }: Place,
    version: Change["version"],
    { layer, name }: Scope,
    message: string,
  ): void {
    const key = JSON.stringify([spec.file, pointer, version, message]);
    const affects = name === undefined ? [] : [name];
    const change = { level, spec: spec.file, pointer, line, version, message, layer, affects };
    this.#changes.set(key, merge(this.#changes.get(key), change));
  }

  see(file: string, path: Path): void {
    this.#seen.add(idOf(file, path));
  }

  isRepeated(id: string): boolean {
    const isKnown = this.#begun.has(id);
    this.#begun.add(id);
    return isKnown;
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
