import { readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { ROOT, runTool } from "../run_tool.ts";
import { operationsOf } from "../specs/calls.ts";
import { objectAt, type Path, textAt } from "../specs/json.ts";
import { readModel } from "../specs/model/mod.ts";
import type { Problem, SpecFile } from "../specs/spec_file.ts";
import type { Specs } from "../specs/specs.ts";
import type { Files } from "./mod.ts";
import { constantName } from "../specs/generated_names.ts";
import { freshFolder, replaceTree } from "../tree.ts";

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
  /** Names of a row in what the compiler says, where it is not the row's own. */
  readonly said?: (name: string) => readonly string[];
}

const TABLES: readonly Table[] = [
  {
    what: "error code",
    rows: ({ openapi }) => rowsOf(openapi, ["x-error-codes"]),
    file: "errors.gen.ts",
    part: /^export type RestErrorCode = .*$/m,
    name: /"(\w+)"/g,
  },
  {
    what: "JSON-RPC error",
    rows: ({ openrpc }) => rowsOf(openrpc, ["components", "errors"]),
    file: "errors.gen.ts",
    part: /^export type RpcErrorName = .*$/m,
    name: /"(\w+)"/g,
    said: (name) => [name, constantName(name)],
  },
  {
    what: "limit",
    rows: ({ openapi, openrpc }) =>
      [openapi, openrpc].flatMap((spec) => rowsOf(spec, ["x-limits"])),
    file: "limits.gen.ts",
    part: /^export const LIMITS = \{[^]*?^\}/m,
    name: /^ {2}(\w+):/gm,
  },
  {
    what: "x-limit",
    rows: operationsOf,
    file: "service/operations.gen.ts",
    part: /^export interface OperationLimits \{[^]*?^\}/m,
    name: /^ {2}(\w+: "\w+");/gm,
    said: (name) => name.replaceAll('"', "").split(": "),
  },
  {
    what: "schema",
    rows: ({ openapi, openrpc }) =>
      [openapi, openrpc].flatMap((spec) => rowsOf(spec, ["components", "schemas"])),
    file: "service/types.gen.ts",
    part: /[^]*/,
    // Those of parameters and answers go with their operation or method.
    name: /^export type (\w+)(?<!Body|Data|Errors?|Headers|Path|Query|Responses?) =/gm,
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
  },
];

function rowsOf(spec: SpecFile, path: Path): Row[] {
  const table = objectAt(spec.at(path.slice(0, -1)), String(path.at(-1)));
  return Object.keys(table).map((name) => ({ name, spec, path: [...path, name] }));
}

/**
 * Names that `output` has and `files` do not, while code uses them: the compiler says where.
 *
 * @param output Folder of the generated code.
 * @param sources The code that is written by hand.
 */
export async function lostNames(
  specs: Specs,
  files: Files,
  output: string,
  sources: Files,
): Promise<Problem[]> {
  const before = await Promise.all(
    TABLES.map(({ file }) => readFile(join(output, file), "utf8").catch(() => "")),
  );
  const lost = TABLES.flatMap((table, index) => {
    const text = before[index] ?? "";
    const left = namesIn(table, files.get(table.file) ?? "");
    const gone = namesIn(table, text).filter((name) => !left.includes(name));
    return gone.map((name) => ({ table, text, name }));
  });
  if (lost.length === 0) return [];
  const faults = await faultsOf(files, sources);
  return lost.flatMap(({ table, text, name }) => {
    const said = (table.said?.(name) ?? [name]).join("|");
    const pattern = new RegExp(`'"?(?:${said})"?'`);
    const users = faults.filter(({ message }) => pattern.test(message)).map(({ place }) => place);
    if (users.length === 0) return [];
    const row = nearest(table, specs, text, name) ?? { spec: specs.openapi, path: [] };
    const message = `the specs have no ${table.what} ${name} any more, but code uses it`;
    const fix = `Restore it, or first remove the name from ${[...new Set(users)].join(", ")}.`;
    return [row.spec.problem(row.path, message, fix)];
  });
}

/** What the compiler says of the code that is written by hand. */
interface Fault {
  /** Such as `src/a.ts:7`. */
  readonly place: string;
  readonly message: string;
}

/** Compiles the code with `files` in a folder of its own. */
async function faultsOf(files: Files, sources: Files): Promise<Fault[]> {
  const folder = await freshFolder(join(ROOT, "src"));
  try {
    const config = { extends: join(ROOT, "tsconfig.json"), include: ["src"], exclude: [] };
    const generated = [...files].map(([path, text]) => [`src/generated/${path}`, text] as const);
    const texts = [...sources, ...generated, ["tsconfig.json", JSON.stringify(config)] as const];
    await replaceTree(folder, new Map(texts));
    const said = await runTool("tsc", "--pretty", "false", "-p", folder);
    return said.split(/\n(?=\S)/).flatMap((message) => {
      const [, file, line] = /^(.*?)\((\d+),\d+\): error /.exec(message) ?? [];
      const path = file === undefined ? "" : relative(folder, resolve(ROOT, file));
      return sources.has(path) ? [{ place: `${path}:${line}`, message }] : [];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Limits that `output` does not have yet, and that neither code nor an operation names: nothing would hold to them. */
export async function idleLimits(specs: Specs, output: string, sources: Files): Promise<Problem[]> {
  const limit = TABLES.find(({ what }) => what === "limit");
  const before = await readFile(join(output, "limits.gen.ts"), "utf8").catch(() => "");
  if (!limit || before === "") return [];
  const known = [
    ...namesIn(limit, before),
    ...readModel(specs).operations.map((operation) => operation.limit),
  ];
  return limit.rows(specs).flatMap(({ name, spec, path }) => {
    const use = new RegExp(`LIMITS\\.${name}(?!\\w)`);
    if (known.includes(name) || [...sources.values()].some((text) => use.test(text))) return [];
    const fix = `First use LIMITS.${name} in src where it applies, or remove the row.`;
    return [spec.problem(path, `no code and no operation uses the limit ${name}`, fix)];
  });
}

function namesIn({ part, name }: Table, text: string): string[] {
  const [names = ""] = part.exec(text) ?? [];
  return [...names.matchAll(name)].map((match) => match[1] ?? "");
}

/** The row that a lost one has become, as far as can be told: its operation, a new row, or the row that stood before it. */
function nearest(table: Table, specs: Specs, text: string, name: string): Row | undefined {
  const names = namesIn(table, text);
  const rows = table.rows(specs);
  const [earlier = ""] = table.part.exec(text) ?? [];
  const before = names.slice(0, names.indexOf(name)).toReversed();
  return (
    rows.find((row) => name.startsWith(`${row.name}:`)) ??
    rows.find((row) => !new RegExp(`\\b${row.name}\\b`).test(earlier)) ??
    before.flatMap((each) => rows.find((row) => row.name === each) ?? [])[0] ??
    rows[0]
  );
}
