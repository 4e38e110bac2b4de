import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { operationsOf } from "../specs/calls.ts";
import { objectAt, type Path, textAt } from "../specs/json.ts";
import { readModel } from "../specs/model/mod.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import type { Problem } from "../specs/spec_error.ts";
import type { Specs } from "../specs/specs.ts";
import type { Files } from "./mod.ts";
import { constantName } from "./source_text.ts";
import type { Sources } from "./sources.ts";

/** A row of a table of the specs. */
interface Row {
  readonly name: string;
  readonly spec: SpecFile;
  readonly path: Path;
}

/** A table of the specs whose rows are named in code that is written by hand. */
interface Table {
  readonly what: string;
  readonly rows: (specs: Specs) => readonly Row[];
  /** Generated file that has the names, the part of it with them, and one of them. */
  readonly file: string;
  readonly part: RegExp;
  readonly name: RegExp;
  /** Patterns of lines in which code names a row. */
  readonly uses: (name: string) => readonly string[];
}

const TABLES: readonly Table[] = [
  {
    what: "error code",
    rows: ({ openapi }) => rowsOf(openapi, ["x-error-codes"]),
    file: "errors.gen.ts",
    part: /^export type RestErrorCode = .*$/m,
    name: /"(\w+)"/g,
    uses: (name) => [`"${name}"`, `REST_ERRORS\\.${name}`],
  },
  {
    what: "JSON-RPC error",
    rows: ({ openrpc }) => rowsOf(openrpc, ["components", "errors"]),
    file: "errors.gen.ts",
    part: /^export type RpcErrorName = .*$/m,
    name: /"(\w+)"/g,
    uses: (name) => [`"${name}"`, `RPC_ERRORS\\.${name}`, constantName(name)],
  },
  {
    what: "limit",
    rows: ({ openapi, openrpc }) =>
      [openapi, openrpc].flatMap((spec) => rowsOf(spec, ["x-limits"])),
    file: "limits.gen.ts",
    part: /^export const LIMITS = \{[^]*?^\}/m,
    name: /^ {2}(\w+):/gm,
    uses: (name) => [`LIMITS\\.${name}`],
  },
  {
    what: "x-limit",
    rows: operationsOf,
    file: "service/operations.gen.ts",
    part: /^export interface OperationLimits \{[^]*?^\}/m,
    name: /^ {2}(\w+: "\w+");/gm,
    uses: (name) => [name],
  },
  {
    what: "schema",
    rows: ({ openapi, openrpc }) =>
      [openapi, openrpc].flatMap((spec) => rowsOf(spec, ["components", "schemas"])),
    file: "service/types.gen.ts",
    part: /[^]*/,
    // Those of parameters and answers go with their operation or method.
    name: /^export type (\w+)(?<!Body|Data|Errors?|Headers|Path|Query|Responses?) =/gm,
    uses: (name) => [
      `(Types|Wire)\\.${name}`,
      `^(import|export) .*\\b${name}\\b.*/generated/.*`,
      `^  (type )?${name},.*`,
    ],
  },
  {
    what: "close code",
    rows: ({ openrpc }) =>
      rowsOf(openrpc, ["x-close-codes"]).map((row) => {
        return { ...row, name: textAt(openrpc.at(row.path), "name") };
      }),
    file: "topics.gen.ts",
    part: /^export const CLOSE = \{[^]*?^\}/m,
    name: /^ {2}"(\w+)":/gm,
    uses: (name) => [`CLOSE\\.${name}`],
  },
];

function rowsOf(spec: SpecFile, path: Path): Row[] {
  const table = objectAt(spec.at(path.slice(0, -1)), String(path.at(-1)));
  return Object.keys(table).map((name) => ({ name, spec, path: [...path, name] }));
}

/**
 * Names that `output` has and `files` do not, while code uses them. With them gone it would not compile.
 *
 * @param output Folder of the generated code.
 * @param sources The code that is written by hand.
 */
export async function lostNames(
  specs: Specs,
  files: Files,
  output: string,
  sources: Sources,
): Promise<Problem[]> {
  const texts = TABLES.map(({ file }) => readFile(join(output, file), "utf8").catch(() => ""));
  const before = await Promise.all(texts);
  return TABLES.flatMap((table, index) => {
    const names = namesIn(table, before[index] ?? "");
    const left = namesIn(table, files.get(table.file) ?? "");
    return names.flatMap((name) => {
      const users = left.includes(name) ? [] : usersOf(table.uses(name), sources);
      if (users.length === 0) return [];
      const [earlier = ""] = table.part.exec(before[index] ?? "") ?? [];
      const isNew = (row: Row): boolean => !new RegExp(`\\b${row.name}\\b`).test(earlier);
      const rows = table.rows(specs);
      const row = nearest(rows, name, names, isNew) ?? { spec: specs.openapi, path: [] };
      const message = `the specs have no ${table.what} ${name} any more, but code uses it`;
      const fix = `Restore it, or first remove the name from ${users.join(", ")}.`;
      return [row.spec.problem(row.path, message, fix)];
    });
  });
}

/** Limits that `output` does not have yet, and that neither code nor an operation names: nothing would hold to them. */
export async function idleLimits(
  specs: Specs,
  output: string,
  sources: Sources,
): Promise<Problem[]> {
  const limit = TABLES.find(({ what }) => what === "limit");
  const before = await readFile(join(output, "limits.gen.ts"), "utf8").catch(() => "");
  if (!limit || before === "") return [];
  const known = [
    ...namesIn(limit, before),
    ...readModel(specs).operations.map((operation) => operation.limit),
  ];
  return limit.rows(specs).flatMap(({ name, spec, path }) => {
    if (known.includes(name) || usersOf(limit.uses(name), sources).length > 0) return [];
    const fix = `First use LIMITS.${name} in src where it applies, or remove the row.`;
    return [spec.problem(path, `no code and no operation uses the limit ${name}`, fix)];
  });
}

function namesIn({ part, name }: Table, text: string): string[] {
  const [names = ""] = part.exec(text) ?? [];
  return [...names.matchAll(name)].map((match) => match[1] ?? "");
}

/** The row that a lost one has become, as far as can be told: its operation, a new row, or the row that stood before it. */
function nearest(
  rows: readonly Row[],
  name: string,
  names: readonly string[],
  isNew: (row: Row) => boolean,
): Row | undefined {
  const earlier = names.slice(0, names.indexOf(name)).toReversed();
  return (
    rows.find((row) => name.startsWith(`${row.name}:`)) ??
    rows.find(isNew) ??
    earlier.flatMap((each) => rows.find((row) => row.name === each) ?? [])[0] ??
    rows[0]
  );
}

/** Places with a line that one of `patterns` matches, such as `src/a.ts:7`. */
function usersOf(patterns: readonly string[], sources: Sources): string[] {
  const pattern = new RegExp(String.raw`(?:${patterns.join("|")})(?!\w)`);
  return [...sources].flatMap(([path, source]) =>
    source.split("\n").flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}
