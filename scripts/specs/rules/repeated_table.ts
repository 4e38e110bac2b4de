import { arrayAt, type Json, type JsonObject, objectAt, textAt } from "../json.ts";
import type { Model } from "../model/mod.ts";
import { allNodes, allSchemas } from "../nodes.ts";
import { type Fault, type Part, type Rule, ruleOf } from "./_rule.ts";

/** Keywords of a bound that may be a limit. */
const BOUNDS = ["maxItems", "maxLength"];

const LIMIT = "x-limits.";

/** A bound that repeats a row of `x-limits`, by `x-repeats`, has its value. */
export const repeatedLimit: Rule = ruleOf(allSchemas, function* ({ value }, { limits }) {
  const mark = textAt(value, "x-repeats");
  if (!mark.startsWith(LIMIT)) return;
  const name = mark.slice(LIMIT.length);
  const limit = limits[name]?.value;
  if (limit === undefined) {
    const fix = `Name a limit of x-limits (${Object.keys(limits).join(", ") || "none"}).`;
    yield ["x-repeats", `unknown limit "${name}"`, fix];
  } else if (!BOUNDS.some((keyword) => value[keyword] === limit)) {
    const fix = `Write \`maxItems: ${String(limit)}\` or \`maxLength: ${String(limit)}\` beside it.`;
    yield ["x-repeats", `no bound repeats ${name}, ${String(limit)}`, fix];
  }
});

/** An object that may have sets of values, and the table that they are to repeat; none where it is empty. */
interface SetHolder extends Part {
  readonly value: JsonObject;
  readonly table: string;
}

function setHolders(model: Model): SetHolder[] {
  return allNodes(model).flatMap((node): SetHolder[] => {
    const { at, kind, value } = node;
    const isSegment = kind === "server variable" && at[0] === "servers" && at.at(-1) === "segment";
    if (isSegment) return [{ ...node, table: "x-segments" }];
    const table = textAt(value, "x-repeats");
    return kind === "schema" && !table.startsWith(LIMIT) ? [{ ...node, table }] : [];
  });
}

/** Keywords that hold a set of values. */
const SETS: readonly (readonly string[])[] = [
  ["enum"],
  ["x-extensible-enum"],
  ["x-decided", "enum"],
];

/** Tables that a set may repeat. */
const TABLES = [
  ...["x-segments", "x-segments.chain", "x-segments.network", "x-error-codes", "x-rate-tiers"],
  ...["x-topics", "components.errors"],
];

/** Sets of values that repeat a table, by `x-repeats`, have each of its values and no other; without the mark none does. */
export const repeatedTable: Rule = ruleOf(setHolders, function* ({ value, table }, model) {
  const sets = SETS.filter((set) => arrayAt(value, ...set).length > 0);
  if (table === "") {
    for (const set of sets) {
      const tables = TABLES.filter((name) => isSame(arrayAt(value, ...set), valuesOf(model, name)));
      const marks = tables.map((each) => `\`x-repeats: ${each}\``).join(" or ");
      const fix = `Write ${marks} beside it, so that it keeps repeating it.`;
      if (tables.length > 0) yield [set, `the values are those of ${tables.join(" and ")}`, fix];
    }
    return;
  }
  const fix = "Write the values beside it as `enum` or `x-extensible-enum`.";
  if (sets.length === 0) yield ["x-repeats", `no set of values repeats ${table}`, fix];
  for (const set of sets) yield* differences(value, set, table, valuesOf(model, table));
  const byChain = "x-values-by-chain";
  if (table !== "x-topics" || value[byChain] === undefined) return;
  const { chains, topics } = model;
  for (const chain of chains) {
    const names = topics.flatMap((topic) => (topic.chains.includes(chain) ? [topic.name] : []));
    yield* differences(value, [byChain, chain], table, names);
  }
});

/** Tells whether a set has the values of a table; one value alone may be the same by chance. */
function isSame(set: readonly Json[], values: readonly Json[]): boolean {
  if (set.length < 2 || set.length !== values.length) return false;
  return set.every((value) => values.includes(value));
}

function* differences(
  holder: JsonObject,
  set: readonly string[],
  table: string,
  values: readonly Json[],
): Iterable<Fault> {
  const listed = arrayAt(holder, ...set);
  const differing = [
    ...values.filter((value) => !listed.includes(value)),
    ...listed.filter((value) => !values.includes(value)),
  ];
  const fix = `List the values of ${table} here, and no other.`;
  for (const value of differing)
    yield [set, `${JSON.stringify(value)} is not in both ${table} and this set`, fix];
}

/** Values of a table: the codes of errors, the names of its rows, or their values in one column. */
function valuesOf({ specs, rpcErrors }: Model, table: string): Json[] {
  if (table === "components.errors")
    return Object.values(rpcErrors).map(({ code }) => code ?? null);
  const [name = "", column] = table.split(".");
  const { openapi, openrpc } = specs;
  const rows = { ...objectAt(openapi.value, name), ...objectAt(openrpc.value, name) };
  if (column === undefined) return Object.keys(rows);
  return [...new Set(Object.values(rows).map((row) => textAt(row, column)))];
}
