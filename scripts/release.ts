/**
 * `--dry-run` makes what a release publishes, in the folder `release`: the tarball, a bill of its materials (CycloneDX), an
 * executable, their checksums, the commit, and the notes, which are the part of `CHANGELOG.md` below the version. Everything is
 * checked before: `npm run check`, all tests, the types with each compiler, the package, and what publishing the sources needs.
 *
 * Without it, npm publishes that tarball and Deno the sources, if the commit and the checksums are still the same.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "./check/entries.ts";
import { LICENCES, namesIn } from "./licences.ts";
import { readFlags } from "./read_flags.ts";
import { execute, ROOT } from "./run_tool.ts";

/** The checks that must pass, as arguments of npm, the fastest first. */
const CHECKS = [
  ["run", "--silent", "check"],
  ["run", "--silent", "check:deno"],
  ["run", "--silent", "test:all"],
  ["run", "--silent", "test:types"],
  ["run", "--silent", "test:executable"],
];

/** Folders of the package that contain other packages. */
const BUNDLES = ["dist/cli", "explorer/dist", "packed"];

const RELEASE = join(ROOT, "release");

/** Marks a component that is for development alone. */
const DEVELOPMENT = "cdx:npm:package:development";

const SUMS = "SHA256SUMS";

/** In the place of a commit, where some of the sources are not committed. */
const UNCOMMITTED = "uncommitted\n";

const { "dry-run": isDry } = readFlags("release", { "dry-run": { type: "boolean" } });
const { version } = await readManifest(ROOT);
const tarball = `alphadelta-${version}.tgz`;
try {
  await (isDry ? makeRelease() : publish());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function makeRelease(): Promise<void> {
  const commit = await committed();
  const notes = await notesOf(version, "Unreleased");
  for (const check of CHECKS) await npm(...check);
  await rm(RELEASE, { recursive: true, force: true });
  await mkdir(RELEASE);
  await npm("run", "--silent", "check:package", "--", "--output", RELEASE);
  // Its files were built for the package.
  console.log("\n== the executable");
  await runShown(process.execPath, ["scripts/executable.ts"]);
  await writeFile(join(RELEASE, "NOTES.md"), notes);
  await writeFile(join(RELEASE, "sbom.cdx.json"), await billOfMaterials());
  await writeFile(join(RELEASE, "COMMIT"), commit);
  await writeFile(join(RELEASE, SUMS), await checksums());
  console.log(`release  ${(await readdir(RELEASE)).join(", ")}`);
}

/** @throws {Error} If the folder `release` is not what `--dry-run` made of this commit. */
async function publish(): Promise<void> {
  await notesOf(version);
  const [commit, sums] = await Promise.all(
    ["COMMIT", SUMS].map((name) => readFile(join(RELEASE, name), "utf8").catch(() => undefined)),
  );
  const isMade = sums !== undefined && sums === (await checksums());
  if (!isMade || commit !== (await committed()) || commit === UNCOMMITTED)
    throw new Error(
      `Cannot release ${version}: the folder release was not made of this commit; commit everything, then run "npm run release -- --dry-run"`,
    );
  await npm("publish", join(RELEASE, tarball));
  await runShown("npx", ["-y", "deno@2.9.6", "publish"]);
  console.log(
    `Published ${version}. Push its tag: git tag v${version} && git push origin v${version}`,
  );
}

/** The commit whose sources these are. */
async function committed(): Promise<string> {
  const { stdout } = await execute("git", ["status", "--porcelain"], { cwd: ROOT });
  if (stdout !== "") return UNCOMMITTED;
  return (await execute("git", ["rev-parse", "HEAD"], { cwd: ROOT })).stdout;
}

/** The part of the changelog below the first of some titles that it has. */
async function notesOf(...titles: readonly string[]): Promise<string> {
  const changelog = await readFile(join(ROOT, "CHANGELOG.md"), "utf8");
  const parts = changelog.split(/^## +/m);
  for (const title of titles) {
    const part = parts.find((one) => one.split(/[\s\]]/, 1)[0] === title);
    if (part !== undefined) return `${part.slice(part.indexOf("\n")).trim()}\n`;
  }
  throw new Error(`Cannot release ${version}: CHANGELOG.md has no heading "## ${version}"`);
}

/** A bill of materials, as far as it is read here. */
interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Component {
  readonly "bom-ref": string;
  properties?: { readonly name: string }[];
}

/** The dependencies of the package, and the packages bundled in it: npm lists the dependencies alone. */
async function billOfMaterials(): Promise<string> {
  const texts = BUNDLES.map((folder) => readFile(join(ROOT, folder, LICENCES), "utf8"));
  const names = new Set((await Promise.all(texts)).flatMap(namesIn));
  // Other packages may have other versions of them below them.
  const bundled = new Set(await Promise.all([...names].map(installed)));
  const options = { cwd: ROOT, maxBuffer: 1e8 };
  const { stdout } = await execute("npm", ["sbom", "--sbom-format", "cyclonedx"], options);
  const bill = JSON.parse(stdout) as Bill;
  // A second run of the same sources gives the same file.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  bill.metadata.component.name = "alphadelta";
  bill.components = bill.components.filter((component) => {
    const { properties = [] } = component;
    const isDevelopment = properties.some((property) => property.name === DEVELOPMENT);
    component.properties = properties.filter((property) => property.name !== DEVELOPMENT);
    return !isDevelopment || bundled.has(component["bom-ref"]);
  });
  const refs = new Set(bill.components.map((component) => component["bom-ref"]));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === `alphadelta@${version}`)
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** A package as it is referred to: `ws@8.23.0`. */
async function installed(name: string): Promise<string> {
  return `${name}@${(await readManifest(join(ROOT, "node_modules", name))).version}`;
}

/** A line for each other file of the release, as `sha256sum --check` reads it. */
async function checksums(): Promise<string> {
  const names = (await readdir(RELEASE)).filter((name) => name !== SUMS).toSorted();
  const lines = names.map(async (name) => {
    const hash = createHash("sha256").update(await readFile(join(RELEASE, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  return (await Promise.all(lines)).join("");
}

function npm(...args: readonly string[]): Promise<void> {
  console.log(`\n== npm ${args.filter((arg) => arg !== "--silent").join(" ")}`);
  return runShown("npm", args);
}

/** Runs a command with its output shown. @throws {Error} If it fails. */
function runShown(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Cannot release ${version}: ${command} ${args.join(" ")} failed`));
    });
  });
}
