import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changesGuide, readReleases, stepsOf } from "../../../scripts/docs/releases.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { type Run, runDocs } from "../_run.ts";
import { copySpecs, temporaryFolder } from "../_temporary_folder.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

let folder: string;
let copy: string;
let site: string;
let built: Run;

/** A copy of the specs in a repository of its own, with two releases and a change after them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "releases-test-"));
  copy = await copySpecs(folder);
  site = join(folder, "site");
  git("init", "--quiet");
  release("v0.9.0");
  await edit("summary: Get a block\n", "summary: Get one block\n");
  await edit("operationId: getChainStats", "operationId: readChainStats");
  release("v0.10.0");
  await edit("summary: Get one block\n", "summary: Get any block\n");
  built = await runDocs("--releases", "--specs", copy, "--output", site);
}, SLOW);

afterAll(() => rm(folder, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  const user = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  execFileSync("git", [...user, ...args], { cwd: copy });
}

function release(tag: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", tag);
  git("tag", tag);
}

async function edit(from: string, to: string): Promise<void> {
  const file = join(copy, "openapi.yaml");
  const text = await readFile(file, "utf8");
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

function page(path: string): Promise<string> {
  return readFile(join(site, path), "utf8");
}

describe("npm run docs -- --releases", () => {
  test("builds a page of each release, with its specs, beside the present one", async () => {
    expect(built).toMatchObject({ code: 0, stderr: "" });
    const old = await page("releases/v0.9.0/index.html");
    const present = await page("index.html");
    expect(old).toContain("Release v0.9.0.");
    expect(old).toContain('"operationId":"getChainStats"');
    expect(present).not.toContain('"operationId":"getChainStats"');
    const specs = JSON.parse(await page("releases/v0.9.0/openapi.json")) as { paths: object };
    expect(JSON.stringify(specs.paths)).toContain('"summary":"Get a block"');
  });

  test("lists what changed, the newest first, and in a release what breaks first", async () => {
    const text = await page("library/documents/What_changed.md");
    const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "Unreleased",
      "getBlock",
      "v0.10.0",
      "readChainStats",
      "getBlock",
      "v0.9.0",
    ]);
    expect(text).toContain("- **breaking**: `operationId` changed from `getChainStats`");
    expect(text).toContain("- **cosmetic**: `summary` changed (`openapi.yaml#/paths/");
  });

  test("links each changed call to its changes, on the page and in Markdown", async () => {
    const link = /\[(\S+)\]\((library\/documents\/What_changed)\.\w+#([\w.-]+)\) \(\w+\)/g;
    const api = await page("index.md");
    const links = [...api.matchAll(link)].map(([, name, , anchor]) => [name, anchor]);
    expect(links).toEqual([
      ["v0.10.0", "v0.10.0-readChainStats"],
      ["Unreleased", "Unreleased-getBlock"],
      ["v0.10.0", "v0.10.0-getBlock"],
    ]);
    const changes = await page("library/documents/What_changed.html");
    for (const [, anchor] of links) expect(changes).toContain(`<a id="${anchor}">`);
    expect(await page("index.html")).toContain("What_changed.html#v0.10.0-getBlock");
  });

  test("writes no link that leads nowhere", async () => {
    const dead: string[] = [];
    for (const path of [
      "index.md",
      "releases/v0.9.0/index.md",
      "library/documents/What_changed.md",
    ]) {
      const links = [...(await page(path)).matchAll(/\]\(((?:\.\.\/|library|releases)[^)#]*)/g)];
      for (const to of new Set(links.map(([, link = ""]) => link))) {
        const found = await stat(join(site, dirname(path), to)).catch(() => undefined);
        if (!found?.isFile()) dead.push(`${path}: ${to}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test("finds the changes by the search", async () => {
    expect(await page("index.html")).toContain(
      '["v0.10.0","guide","library/documents/What_changed.html#',
    );
  });

  test.each(["--if-stale", "--package"])("goes not with %s", async (flag) => {
    const { code, stderr } = await runDocs("--releases", flag, "--output", site);
    expect([code, stderr]).toEqual([
      2,
      "Cannot run docs: --releases goes with neither --if-stale nor --package\n",
    ]);
  });
});

test("without a tag there are no releases, and nothing that changed", async () => {
  const plain = await copySpecs(await temporaryFolder());
  expect(await readReleases(plain)).toEqual([]);
  expect(stepsOf([], await loadSpecs(plain))).toEqual([]);
});

test("a release that changed nothing says so", async () => {
  const specs = await loadSpecs(copy);
  const releases = ["v1.0.0", "v1.1.0"].map((tag) => ({ tag, specs }));
  const text = changesGuide(releases, stepsOf(releases, specs));
  expect(text).toContain(
    "## v1.1.0\n\nThe specs are unchanged.\n\n## v1.0.0\n\nThe first release.",
  );
  expect(text).not.toContain("Unreleased");
});
