import { join } from "node:path";
import { expect, test } from "vitest";
import { type ArtifactName, hashOf, requireInputs } from "../../scripts/artifacts.ts";
import { copySpecs, ROOT, temporaryFolder } from "./_temporary_folder.ts";

test("the hash of what the site is built from tells two versions of a spec apart, and a site from a package", async () => {
  const copy = await copySpecs(await temporaryFolder());
  const [site, again, packed] = await Promise.all([
    hashOf("site"),
    hashOf("site", copy),
    hashOf("packed"),
  ]);
  expect(again).toBe(site);
  expect(packed).not.toBe(site);
});

test.each<[ArtifactName, string]>([
  ["explorer", "src/service/mod.ts"],
  ["explorer", "explorer/dist/index.html"],
  ["site", "src/cli/main.ts"],
  ["commandLine", "scripts/docs.ts"],
  ["dist", "srcs/mod.ts"],
])("a build of %s that reads %s, which is none of its inputs, says so", (name, path) => {
  const message = `Cannot build ${name}: add ${path} to its inputs in scripts/artifacts.ts`;
  expect(() => requireInputs(name, [path])).toThrow(message);
  expect(() => requireInputs(name, [join(ROOT, path)])).toThrow(message);
});

test("what a bundler makes up and what is installed are no inputs", () => {
  const read = ["node_modules/preact/dist/preact.mjs", "\0vite/preload-helper.js", "/srv/a.ts"];
  expect(() => requireInputs("explorer", [...read, "src/mod.ts"])).not.toThrow();
});
