import { execFile } from "node:child_process";
import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entryNames, installPacked, type Packed, ROOT } from "./_install_packed.ts";

/** Compilers by version, and what runs each; `npm run test:types` has the one that is not installed fetched. */
export const COMPILERS = {
  // On one thread: threads of their own would repeat half of the work, and other tests run beside it.
  "7": [join(ROOT, "node_modules/.bin/tsc"), "--singleThreaded"],
  "6": [join(ROOT, "node_modules/.bin/tsc6")],
  "5.7": ["npx", "-y", "-p", "typescript@5.7", "tsc"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Ways to find modules, and the flags of each. */
export const RESOLUTIONS = {
  nodenext: ["--module", "nodenext"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler"],
} as const;

/** The strictest that a user may ask for, without Node's types; the compiler's own declarations are as they are. */
export const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  noEmit: true,
  target: "es2022",
  lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
};

/** Files of a user's project. */
export const FILES = ["consumer.ts", "service.ts", "every_entry.ts"];

/** A strict user's project in which the packed package is installed. */
export interface StrictProject {
  readonly folder: string;
  readonly packed: Packed;
}

/** Makes one in a folder that the caller removes. */
export async function makeStrictProject(): Promise<StrictProject> {
  const folder = await mkdtemp(join(tmpdir(), "alphadelta-package-"));
  const packed = await installPacked(folder);
  await cp(join(ROOT, "test/package/consumer"), folder, { recursive: true });
  const imports = (await entryNames()).map(
    (name, index) => `export * as entry${index} from "${name}";`,
  );
  await writeFile(join(folder, "every_entry.ts"), imports.join("\n"));
  await writeProject(folder, FILES);
  return { folder, packed };
}

/** Lets the compiler take `files` of the project. */
export async function writeProject(
  folder: string,
  files: readonly string[],
  options: object = OPTIONS,
): Promise<void> {
  const project = { compilerOptions: options, files };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
}

/** Output of a compiler for the project. */
export function compileProject(
  folder: string,
  [program = "", ...args]: readonly string[],
  flags: readonly string[],
): Promise<string> {
  return new Promise((resolve) => {
    const all = [...args, "-p", ".", "--pretty", "false", ...flags];
    const env = { ...process.env, GOGC: "1600" };
    execFile(program, all, { cwd: folder, env }, (error, stdout) =>
      resolve(error && stdout === "" ? error.message : stdout),
    );
  });
}
