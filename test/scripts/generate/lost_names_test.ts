import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emitErrors, emitLimits } from "../../../scripts/generate/emit_tables.ts";
import { emitServiceOperations } from "../../../scripts/generate/emit_operations.ts";
import { emitTopics } from "../../../scripts/generate/emit_topics.ts";
import { idleLimits, lostNames } from "../../../scripts/generate/_lost_names.ts";
import { replaceTree } from "../../../scripts/tree.ts";
import type { Files } from "../../../scripts/generate/mod.ts";
import { readSources, writeGenerated } from "../../../scripts/generate/_write_generated.ts";
import { readModel } from "../../../scripts/specs/model/mod.ts";
import { type Problem, SpecFile } from "../../../scripts/specs/spec_file.ts";
import { readSpecs } from "../../../scripts/specs/read_specs.ts";
import { FILES, loadSpecs, type Specs } from "../../../scripts/specs/specs.ts";
import { runGenerate } from "../_run.ts";
import { ROOT, temporaryFolder } from "../_temporary_folder.ts";
import { lineOf, SMALL } from "../specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

/** The specs of the repository, read once. */
const specs = await loadSpecs(ROOT);

/** The same after a change of their texts. */
function specsAfter(change: (text: string) => string): Specs {
  const changed = (spec: SpecFile): SpecFile => {
    const text = change(spec.text);
    return text === spec.text ? spec : new SpecFile(spec.file, text);
  };
  return { openapi: changed(specs.openapi), openrpc: changed(specs.openrpc) };
}

/** The generated files that have names of rows. */
function filesOf(from: Specs): Files {
  const model = readModel(from);
  return new Map([
    ["errors.gen.ts", emitErrors(model)],
    ["limits.gen.ts", emitLimits(model)],
    ["service/operations.gen.ts", emitServiceOperations(model)],
    ["topics.gen.ts", emitTopics(model)],
    [
      "service/types.gen.ts",
      Object.keys(model.schemas)
        .map((name) => `export type ${name} = {};`)
        .join("\n"),
    ],
  ]);
}

const unchanged = filesOf(specs);

/** A folder with what is generated from the unchanged specs, and with `code` beside it. */
async function folderWith(code: string): Promise<string> {
  const folder = join(await temporaryFolder(), "src");
  await replaceTree(join(folder, "generated"), unchanged);
  await writeFile(join(folder, "handler.ts"), `\n${code}\n`);
  return join(folder, "generated");
}

async function problemsOf(after: Specs, output: string): Promise<Problem[]> {
  return lostNames(after, filesOf(after), output, await readSources(output));
}

const TYPES = 'import type * as Types from "./generated/service/types.gen.ts";';

/** An import of `names` from a generated file. */
function imported(file: string, names: string): string {
  return `import { ${names} } from "./generated/${file}.gen.ts";`;
}

describe("a row that the specs lost is reported, with the code that names it", () => {
  const rows: readonly [what: string, find: RegExp, put: string, code: string, says: string][] = [
    [
      "an error code",
      /\bINVALID_PARAM\b/g,
      "BAD",
      `${imported("errors", "type RestErrorCode")} const code: RestErrorCode = "INVALID_PARAM";`,
      "  BAD:",
    ],
    [
      "an error code as a member",
      /\bRATE_LIMITED\b/g,
      "SLOW",
      `${imported("errors", "REST_ERRORS")} REST_ERRORS.RATE_LIMITED;`,
      "  SLOW:",
    ],
    [
      "a JSON-RPC error",
      /\bCursorExpired\b/g,
      "Late",
      `${imported("errors", "RPC_ERRORS")} RPC_ERRORS.CursorExpired;`,
      '"Late": {',
    ],
    [
      "its code alone",
      /\bCursorExpired\b/g,
      "Late",
      imported("errors", "RPC_CURSOR_EXPIRED"),
      '"Late": {',
    ],
    [
      "a limit",
      /\bjsonDepth\b/g,
      "levels",
      `${imported("limits", "LIMITS")} LIMITS.jsonDepth;`,
      '"levels": {',
    ],
    [
      "a schema",
      /\bBlockSummary\b/g,
      "ShortBlock",
      `${TYPES} let block: Types.BlockSummary;`,
      "    ShortBlock:",
    ],
    [
      "a schema that is imported",
      /\bBlockSummary\b/g,
      "ShortBlock",
      imported("service/types", "type Block, type BlockSummary"),
      "    ShortBlock:",
    ],
    [
      "a close code",
      /"SlowReader"/g,
      '"Slow"',
      `${imported("topics", "CLOSE")} CLOSE.SlowReader;`,
      '"1013": {',
    ],
    [
      "the limit of an operation",
      /x-decided: \{ x-limit: keyRequestsPerDay \}/,
      "x-decided: { x-limit: bodyBytes }",
      `${imported("service/operations", "type OperationLimits")} const limits: OperationLimits = { requestKey: "keyRequestsPerDay" };`,
      "    post:",
    ],
  ];

  test.each(rows)("%s", async (_, find, put, code, place) => {
    const output = await folderWith(code);
    const after = specsAfter((text) => text.replace(find, put));
    const problems = await problemsOf(after, output);
    const { file } = problems[0] ?? {};
    const spec = file === FILES[0] ? after.openapi : after.openrpc;
    expect(problems).toEqual([
      {
        file,
        line: lineOf(spec.text, place),
        message: expect.stringContaining("any more, but code uses it"),
        fix: "Restore it, or first remove the name from src/handler.ts:2.",
      },
    ]);
  });

  test("a row that was removed is reported at the row before it", async () => {
    const output = await folderWith(`${imported("limits", "LIMITS")} LIMITS.idCharacters;`);
    const after = specsAfter((text) => text.replace(/ {4}"idCharacters": \{[^}]*\},\n/, ""));
    const [problem] = await problemsOf(after, output);
    expect(problem).toMatchObject({
      file: "openrpc.json",
      line: lineOf(after.openrpc.text, '"batchCalls": {'),
    });
  });

  test("a schema that was removed is reported in its own spec", async () => {
    const output = await folderWith(`${TYPES} let count: Types.Counter;`);
    const after = specsAfter((text) => text.replace(/\n {4}Counter:\n( {5,}.*\n)+/, ""));
    const [problem] = await problemsOf(after, output);
    expect(problem).toMatchObject({
      file: "openapi.yaml",
      line: lineOf(after.openapi.text, "\n    Height:\n") + 1,
      message: "the specs have no schema Counter any more, but code uses it",
    });
  });

  test("no code, another name or a longer one: nothing is reported", async () => {
    const output = await folderWith(
      `${imported("limits", "LIMITS")} const jsonDepth = [LIMITS.jsonDepths, "LIMITS.jsonDepth"];`,
    );
    const after = specsAfter((text) => text.replaceAll("jsonDepth", "levels"));
    expect(await problemsOf(after, output)).toEqual([]);
    expect(await problemsOf(after, join(output, "elsewhere"))).toEqual([]);
  });
});

test("a new limit that neither code nor an operation names is reported", async () => {
  const after = specsAfter((text) => text.replaceAll("jsonDepth", "levels"));
  const problems = async (output: string): Promise<Problem[]> =>
    idleLimits(after, output, await readSources(output));
  expect(await problems(await folderWith("LIMITS.levels;"))).toEqual([]);
  const output = await folderWith("LIMITS.bodyBytes;");
  expect(await problems(output)).toEqual([
    {
      file: "openrpc.json",
      line: lineOf(after.openrpc.text, '"levels": {'),
      message: "no code and no operation uses the limit levels",
      fix: "First use LIMITS.levels in src where it applies, or remove the row.",
    },
  ]);
  expect(await problems(join(output, "elsewhere"))).toEqual([]);
});

test(
  "generate refuses it, and leaves what is generated as it was",
  async () => {
    const folder = await temporaryFolder();
    await cp(SMALL, folder, { recursive: true });
    const output = join(folder, "src/generated");
    const generate = async (): Promise<number> => writeGenerated(await readSpecs(folder), output);
    await mkdir(join(folder, "src"));
    const handler = (code: string): string =>
      `${imported("errors", "type RestErrorCode")} export const CODE: RestErrorCode = "${code}";\n`;
    await writeFile(join(folder, "src/handler.ts"), handler("NOT_FOUND"));
    expect(await generate()).toBeGreaterThan(15);

    const spec = join(folder, "openapi.yaml");
    const text = await readFile(spec, "utf8");
    await writeFile(spec, text.replaceAll("NOT_FOUND", "MISSING"));
    const errors = await readFile(join(output, "errors.gen.ts"), "utf8");
    const { code, stderr } = await runGenerate("--specs", folder, "--output", output);
    expect(code).toBe(1);
    expect(stderr).toContain("openapi.yaml:19: the specs have no error code NOT_FOUND any more");
    expect(stderr).toContain("src/handler.ts:1");
    expect(stderr).toContain("generated is as it was");
    expect(await readFile(join(output, "errors.gen.ts"), "utf8")).toBe(errors);

    await writeFile(join(folder, "src/handler.ts"), handler("MISSING"));
    await generate();
    expect(await readFile(join(output, "errors.gen.ts"), "utf8")).toContain("MISSING");
  },
  SLOW,
);
