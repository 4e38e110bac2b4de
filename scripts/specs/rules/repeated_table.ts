import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, type Json, objectAt, objectsAt, type Path, textAt } from "../json.ts";
import { readModel } from "../model/mod.ts";
import { type Node, allSchemas, schemasOf } from "../nodes.ts";
import { limitOf } from "./repeated_limit.ts";

/** A place whose sets of values repeat a table of the specs. */
interface Repetition {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly table: string;
}

/** Keywords that hold a set of values. */
const SETS: readonly Path[] = [["enum"], ["x-extensible-enum"], ["x-decided", "enum"]];

/** Tables that a set may repeat. */
const TABLES = [
  ...["x-segments", "x-segments.chain", "x-segments.network", "x-error-codes", "x-rate-tiers"],
  ...["x-topics", "components.errors"],
];

/** Sets of values that repeat a table, by `x-repeats`, have each of its values and no other; without the mark none does. */
export function repeatedTable(specs: Specs): Problem[] {
  const unmarked = allSchemas(specs).filter(isUnmarked);
  return [
    ...wrongRepetitions(specs),
    ...unmarked.flatMap(({ spec, path }) =>
      SETS.flatMap((set) => {
        const place = [...path, ...set];
        const tables = TABLES.filter((name) => isSame(spec.at(place), valuesOf(specs, name)));
        if (tables.length === 0) return [];
        const marks = tables.map((table) => `\`x-repeats: ${table}\``).join(" or ");
        const fix = `Write ${marks} beside it, so that it keeps repeating it.`;
        return [spec.problem(place, `the values are those of ${tables.join(" and ")}`, fix)];
      }),
    ),
  ];
}

function isUnmarked({ value }: Node): boolean {
  return textAt(value, "x-repeats") === "";
}

/** Tells whether a set has the values of a table; one value alone may be the same by chance. */
function isSame(set: Json | undefined, values: readonly Json[]): boolean {
  if (!Array.isArray(set) || set.length < 2 || set.length !== values.length) return false;
  return set.every((value) => values.includes(value));
}

function wrongRepetitions(specs: Specs): Problem[] {
  return repetitionsOf(specs).flatMap((repetition) => {
    const { spec, path, table } = repetition;
    const sets = SETS.map((set) => [...path, ...set]).filter((set) => Array.isArray(spec.at(set)));
    if (sets.length > 0) {
      const values = valuesOf(specs, table);
      return [
        ...sets.flatMap((set) => differences(repetition, set, values)),
        ...chainDifferences(specs, repetition),
      ];
    }
    const fix = "Write the values beside it as `enum` or `x-extensible-enum`.";
    return [spec.problem([...path, "x-repeats"], `no set of values repeats ${table}`, fix)];
  });
}

function repetitionsOf({ openapi, openrpc }: Specs): Repetition[] {
  const specs = [openapi, openrpc];
  const inServers = specs.flatMap((spec) =>
    arrayAt(spec.value, "servers").map((_, index): Repetition => {
      const path = ["servers", index, "variables", "segment"];
      return { spec, path, table: "x-segments" };
    }),
  );
  const inSchemas = specs.flatMap(schemasOf).flatMap(({ spec, path, value }): Repetition[] => {
    const table = textAt(value, "x-repeats");
    return table && limitOf(table) === undefined ? [{ spec, path, table }] : [];
  });
  return [...inServers.filter(({ spec, path }) => spec.at(path) !== undefined), ...inSchemas];
}

/** The topics that a set has for each chain are those of the chain. */
function chainDifferences(specs: Specs, repetition: Repetition): Problem[] {
  const { spec, path, table } = repetition;
  const place = [...path, "x-values-by-chain"];
  if (table !== "x-topics" || spec.at(place) === undefined) return [];
  const { chains, topics } = readModel(specs);
  return chains.flatMap((chain) => {
    const own = topics.filter((topic) => topic.chains.includes(chain));
    return differences(
      repetition,
      [...place, chain],
      own.map(({ name }) => name),
    );
  });
}

function differences({ spec, table }: Repetition, set: Path, values: readonly Json[]): Problem[] {
  const listed = spec.at(set) as Json[];
  const differing = [
    ...values.filter((value) => !listed.includes(value)),
    ...listed.filter((value) => !values.includes(value)),
  ];
  return differing.map((value) =>
    spec.problem(
      set,
      `${JSON.stringify(value)} is not in both ${table} and this set`,
      `List the values of ${table} here, and no other.`,
    ),
  );
}

/** Values of a table: the names of its rows, or what they have in one column. */
function valuesOf({ openapi, openrpc }: Specs, table: string): Json[] {
  if (table === "components.errors") {
    const rows = objectsAt(openrpc.at(["components"]), "errors");
    return Object.values(rows).map(({ code }) => code ?? null);
  }
  const [name = "", column] = table.split(".");
  const rows = { ...objectAt(openapi.value, name), ...objectAt(openrpc.value, name) };
  if (column === undefined) return Object.keys(rows);
  return [...new Set(Object.values(rows).map((row) => textAt(row, column)))];
}
