import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryNames, installPacked, ROOT } from "./_install_packed.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Compilers by version, and what runs each; `npm run test:types` has the one that is not installed fetched. */
const COMPILERS: Readonly<Record<string, readonly string[]>> = {
  // On one thread: threads of their own would repeat half of the work, and other tests run beside it.
  "7": [join(ROOT, "node_modules/.bin/tsc"), "--singleThreaded"],
  "6": [join(ROOT, "node_modules/.bin/tsc6")],
  "5.9": ["npx", "-y", "-p", "typescript@5.9", "tsc"],
};

const RESOLUTIONS = {
  nodenext: ["--module", "nodenext"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler"],
} as const;

/** The older compilers take long: all of them are asked by `npm run test:types` alone. */
const CASES: readonly (readonly [version: string, resolution: keyof typeof RESOLUTIONS])[] = process
  .env.ALL_COMPILERS
  ? Object.keys(COMPILERS).flatMap((version) => [
      [version, "nodenext"] as const,
      [version, "bundler"] as const,
    ])
  : [
      ["7", "nodenext"],
      ["7", "bundler"],
      ["6", "bundler"],
    ];

/** The strictest that a user may ask for, without Node's types. */
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: "es2022",
  lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
};

const FILES = ["consumer.ts", "service.ts", "every_entry.ts"];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alphadelta-consumer-"));
  await installPacked(folder);
  await cp(join(ROOT, "test/package/consumer"), folder, { recursive: true });
  const imports = (await entryNames()).map(
    (name, index) => `export * as entry${index} from "${name}";`,
  );
  await writeFile(join(folder, "every_entry.ts"), imports.join("\n"));
  await writeProject(FILES);
}, SLOW);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.for(CASES)(
  "a strict project compiles with TypeScript %s and module resolution %s",
  { timeout: SLOW },
  async ([version, resolution]) => {
    expect(await compile(COMPILERS[version] ?? [], RESOLUTIONS[resolution])).toBe("");
  },
);

test("a project that names no lib compiles, down to es2022", { timeout: SLOW }, async () => {
  const { lib: _, ...options } = OPTIONS;
  await writeProject(FILES, options);
  expect(await compile(COMPILERS["7"] ?? [], RESOLUTIONS.nodenext)).toBe("");
  await writeProject(FILES);
});

test("what must not compile does not, in the same project", { timeout: SLOW }, async () => {
  const text = await readFile(join(folder, "consumer.ts"), "utf8");
  await writeFile(join(folder, "wrong.ts"), text.replaceAll("// @ts-expect-error", "//"));
  await writeProject(["wrong.ts"]);
  const faults = await compile(COMPILERS["7"] ?? [], RESOLUTIONS.nodenext);
  await writeProject(FILES);
  expect(faults.match(/error TS\d+/g)).toEqual([
    "error TS2339",
    "error TS2345",
    "error TS2345",
    // Which of them says it depends on what was checked before.
    expect.stringMatching(/^error TS(?:2322|2375)$/),
  ]);
});

async function writeProject(files: readonly string[], options: object = OPTIONS): Promise<void> {
  const project = { compilerOptions: options, files };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
}

/** What the compiler says. */
function compile(
  [program = "", ...args]: readonly string[],
  flags: readonly string[],
): Promise<string> {
  return new Promise((resolve) => {
    const all = [...args, "-p", ".", "--pretty", "false", ...flags];
    const env = { ...process.env, GOGC: "400" };
    execFile(program, all, { cwd: folder, env }, (error, stdout) =>
      resolve(error && stdout === "" ? error.message : stdout),
    );
  });
}
