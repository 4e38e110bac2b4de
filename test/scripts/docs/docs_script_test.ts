import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOf, isBuilt } from "../../../scripts/artifacts.ts";
import { sharedPart } from "../../_parts.ts";
import { type Run, runDocs } from "../_run.ts";
import { copySpecs, ROOT } from "../_temporary_folder.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Files of a fresh site, besides the hash of its sources. */
const FILES = ["index.html", "openapi.json", "openrpc.json", "library/index.html"];

/** Text of the specs that the page alone shows, and what becomes of it. */
const BEFORE = "an account-style chain with staking";
const AFTER = "an account chain with staking";

let folder: string;
let specs: string;
let site: string;
let built: Run;

/**
 * A site is built once, in the place of one that was built from the specs before a change. It has the library of the site
 * that all tests share, since the client's functions say nothing of what is changed.
 */
beforeAll(async () => {
  await sharedPart("site");
  folder = await mkdtemp(join(tmpdir(), "docs-test-"));
  site = join(folder, "site");
  await writeSite(await hashOf("site", ROOT));
  specs = await copySpecs(folder);
  const file = join(specs, "openapi.yaml");
  const text = await readFile(file, "utf8");
  expect(text).toContain(BEFORE);
  await writeFile(file, text.replace(BEFORE, AFTER));
  built = await runDocs("--if-stale", "--specs", specs, "--output", site);
}, SLOW);

/** Writes a site that counts as built from what `hash` stands for. */
async function writeSite(hash: string): Promise<void> {
  await mkdir(join(site, "library"), { recursive: true });
  for (const name of [...FILES, "old.html"]) await writeFile(join(site, name), "old");
  await writeFile(join(site, ".built-from"), `${hash}\n`);
  expect(await isBuilt("site", hash, site)).toBe(true);
}

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("npm run docs", () => {
  test("says how many files it wrote, and where", async () => {
    const written = /^Wrote (\d{3,}) files to \S*site\n$/;
    expect(built).toMatchObject({ code: 0, stdout: expect.stringMatching(written), stderr: "" });
    const files = [
      ...["index.html", "asyncapi.json", "openapi.json", "openrpc.json", "LICENCES.txt"],
      ...["flows.arazzo.yaml", "library", "index.md", "llms.txt", "llms-full.txt"],
    ];
    expect(await readdir(site)).toEqual(expect.arrayContaining(files));
  });

  test("leaves a fresh site alone with --if-stale", async () => {
    const before = await stat(join(site, "index.html"));
    const again = await runDocs("--if-stale", "--specs", specs, "--output", site);
    expect(again).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await stat(join(site, "index.html"))).mtimeMs).toBe(before.mtimeMs);
  });

  test("builds in whole with --if-stale when a spec has changed", async () => {
    expect(await readFile(join(site, "index.html"), "utf8")).toContain(AFTER);
    expect(await readdir(site)).not.toContain("old.html");
  });

  test("takes a site that lacks a file for stale", async () => {
    const hash = await hashOf("site", specs);
    expect(await isBuilt("site", hash, site)).toBe(true);
    expect(await isBuilt("site", `${hash}0`, site)).toBe(false);
    await rename(join(site, "openrpc.json"), join(site, "moved.json"));
    expect(await isBuilt("site", hash, site)).toBe(false);
    await rename(join(site, "moved.json"), join(site, "openrpc.json"));
  });

  test("names file and line of a broken spec and leaves the old site", async () => {
    const broken = await copySpecs(folder);
    const file = join(broken, "openapi.yaml");
    const lines = (await readFile(file, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("#/components/schemas/ErrorCode"));
    lines[line] = (lines[line] ?? "").replace("ErrorCode", "NoSuchSchema");
    await writeFile(file, lines.join("\n"));
    const before = await readFile(join(site, "index.html"), "utf8");
    const { code, stdout, stderr } = await runDocs("--specs", broken, "--output", site);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(`openapi.yaml:${line + 1}:`);
    expect(stderr).toContain("the site is as it was");
    expect(await readFile(join(site, "index.html"), "utf8")).toBe(before);
  });
});
