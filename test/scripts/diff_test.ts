import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { baseSpecs, compareSpecs, lastRelease, unannounced } from "../../scripts/diff/mod.ts";
import { run } from "./_run.ts";
import { temporaryFolder } from "./_temporary_folder.ts";
import { type Mutation, smallSpecs, smallText } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

const BREAKING = {
  file: "openapi.yaml",
  find: "operationId: getBlock\n",
  put: "operationId: readBlock\n",
} as const;

const ADDITIVE = { file: "openapi.yaml", find: "maximum: 100", put: "maximum: 200" } as const;

test(
  "diff prints each change with its place, and ends with 1 for one that breaks",
  { timeout: SLOW },
  async () => {
    const folder = await temporaryFolder();
    const [base, next] = [await folderOf(folder, "base"), await folderOf(folder, "next", BREAKING)];

    const { code, stdout, stderr } = await run("node", [
      "scripts/diff.ts",
      "--base",
      base,
      "--specs",
      next,
    ]);

    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `breaking: 1
  openapi.yaml:65 #/paths/~1blocks~1{identifier}/get/operationId
    "operationId" changed from "getBlock" to "readBlock"
`,
    });
    expect(stderr).toContain(
      "1 breaking change(s) that the version of openapi.yaml does not announce",
    );
  },
);

test(
  "diff --json prints the changes for programs, and ends with 0 where none breaks",
  { timeout: SLOW },
  async () => {
    const folder = await temporaryFolder();
    const [base, next] = [await folderOf(folder, "base"), await folderOf(folder, "next", ADDITIVE)];

    const { code, stdout } = await run("node", [
      "scripts/diff.ts",
      "--json",
      "--base",
      base,
      "--specs",
      next,
    ]);

    expect({ code, ...(JSON.parse(stdout) as object) }).toEqual({
      code: 0,
      base,
      unannounced: [],
      changes: [
        {
          level: "additive",
          spec: "openapi.yaml",
          pointer: "#/paths/~1blocks/get/parameters/1/schema/maximum",
          line: 37,
          version: "next",
          message: '"maximum" of a request changed from 100 to 200',
          layer: "both",
          affects: ["listBlocks"],
        },
      ],
    });
  },
);

test("diff refuses a base that is nothing, and one without specs", { timeout: SLOW }, async () => {
  expect(await run("node", ["scripts/diff.ts", "--base", "nothing"])).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "Cannot compare with nothing: it is neither a commit of this repository nor a folder with openapi.yaml and openrpc.json\n",
  });
});

test("specs are read as they were in a commit, and the last release is the newest tag", async () => {
  const root = await temporaryFolder();
  const git = (...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: root,
    });
  await git("init", "-q");
  await writeSpecs(root);
  await git("add", ".");
  await git("commit", "-qm", "first");
  expect(await lastRelease(root)).toBeUndefined();
  await git("tag", "v1.2.0");
  await writeSpecs(root, BREAKING);
  await git("commit", "-qam", "second");
  await git("tag", "other");

  expect(await lastRelease(root)).toBe("v1.2.0");
  const before = await baseSpecs(root, "v1.2.0");
  const after = await baseSpecs(root, "HEAD");
  expect(compareSpecs(before, after).map(({ level }) => level)).toEqual(["breaking"]);
  await expect(baseSpecs(root, "--help")).rejects.toThrow("Cannot compare with --help");
});

test("a major version announces what breaks in its spec", () => {
  const base = smallSpecs();
  const next = smallSpecs(BREAKING);
  const changes = compareSpecs(base, next);
  const withVersion = (version: string, mutation?: Mutation): typeof base => {
    const specs = smallSpecs(mutation);
    Object.assign(specs.openapi.value.info as object, { version });
    return specs;
  };
  const count = (from: string, to: string): number =>
    unannounced(changes, withVersion(from), withVersion(to, BREAKING)).length;
  expect(changes).toHaveLength(1);
  expect(count("1.2.0", "1.3.0")).toBe(1);
  expect(count("1.2.0", "2.0.0")).toBe(0);
});

async function folderOf(parent: string, name: string, mutation?: Mutation): Promise<string> {
  await mkdir(join(parent, name));
  await writeSpecs(join(parent, name), mutation);
  return join(parent, name);
}

async function writeSpecs(folder: string, mutation?: Mutation): Promise<void> {
  for (const file of ["openapi.yaml", "openrpc.json"] as const)
    await writeFile(join(folder, file), smallText(file, mutation));
}
