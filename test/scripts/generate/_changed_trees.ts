import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { generateFiles } from "../../../scripts/generate/mod.ts";
import { readTool, ROOT } from "../../../scripts/run_tool.ts";
import { checkSpecs } from "../../../scripts/specs/read_specs.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { replaceTree } from "../../../scripts/tree.ts";
import { followStep, stepsOf } from "../../_follow_guide.ts";
import * as additions from "./_additions.ts";
import { generateIn } from "./_generate_in.ts";
import {
  EXAMPLE_MENDS,
  type Mend,
  MENDS,
  mended,
  renameInOpenapi,
  renameInOpenrpc,
} from "./_renames.ts";
import * as rest from "./_rest_additions.ts";
import * as second from "./_second_version.ts";

/** A copy of the repository that is generated from changed specs. */
export interface ChangedTree {
  readonly folder: string;
  /** Errors of the compiler after the specs were changed: a line of each with its file, without its place. */
  readonly errors: readonly string[];
}

const COPIED = ["src", "scripts", "test/exchange_runner", "package.json", "CHANGELOG.md"];

/** In a clone in which the guide was followed there is nothing left to follow. */
export const isFollowed: boolean = (await readFile(join(ROOT, "openapi.yaml"), "utf8")).includes(
  "getChainSupply",
);

/**
 * The repository with an element of each kind more in its specs, a second version of an operation, operations of every
 * verb, and what CONTRIBUTING.md says. Operations of a verb and that of the guide have handlers, the others none.
 */
export async function growTree(folder: string): Promise<ChangedTree> {
  await copyTree(folder);
  await rewrite(folder, "openrpc.json", additions.addToOpenrpc);
  await rewrite(folder, "openapi.yaml", additions.addToOpenapi);
  await rewrite(folder, "openapi.yaml", second.withSecondVersion);
  await rewrite(folder, "openapi.yaml", rest.addOperations);
  const guide = isFollowed ? [] : stepsOf(await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8"));
  for (const step of guide) await followStep(folder, step);
  // Each set of all segments is to have the further one too.
  await rewrite(folder, "openapi.yaml", additions.nameSegment);
  await generateIn(folder);
  const handlers = "src/service/api/rest/_operations.ts";
  await rewrite(folder, handlers, rest.addHandlers);
  for (const [index, { PROBE }] of [additions, rest, second].entries())
    await writeFile(join(folder, `probe_${index}.ts`), PROBE);
  const errors = await compileIn(folder, "src", "*.ts");
  await rewrite(folder, handlers, second.addHandler);
  return { folder, errors };
}

/** The repository with one name of each kind renamed in its specs, and then in the code that the compiler names. */
export async function renameTree(folder: string): Promise<ChangedTree> {
  await copyTree(folder);
  await rewrite(folder, "openapi.yaml", renameInOpenapi);
  await rewrite(folder, "openrpc.json", renameInOpenrpc);
  const specs = await loadSpecs(folder);
  checkSpecs(specs);
  await replaceTree(join(folder, "src/generated"), await generateFiles(specs));
  const errors = await compileIn(folder, "src");
  const mend = (below: string) => (place: Mend) =>
    rewrite(folder, join(below, place.file), (text) => mended(text, place));
  await Promise.all([...MENDS.map(mend("src")), ...EXAMPLE_MENDS.map(mend("scripts/examples"))]);
  return { folder, errors };
}

/** Copies the repository to an empty folder in it, where packages resolve, without what is generated. */
async function copyTree(folder: string): Promise<void> {
  const filter = (path: string): boolean => basename(path) !== "generated";
  for (const name of [...COPIED, "openapi.yaml", "openrpc.json"])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
}

async function rewrite(
  folder: string,
  file: string,
  change: (text: string) => string | Promise<string>,
): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, await change(await readFile(path, "utf8")));
}

/** Errors of the compiler in what `include` names below `folder`, without their places. */
export async function compileIn(folder: string, ...include: readonly string[]): Promise<string[]> {
  const config = { extends: "../../tsconfig.json", include, exclude: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const printed = await readTool("tsc", ["--singleThreaded", "--pretty", "false", "-p", folder]);
  const lines = printed.split("\n").filter((line) => /^\S/.test(line));
  const prefix = `${relative(ROOT, folder)}/`;
  return lines.map((line) => line.replace(prefix, "").replace(/\(\d+,\d+\)/, "")).toSorted();
}
