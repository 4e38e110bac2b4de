import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { byOpenrpcReader, lintSpecs } from "../../../scripts/specs/lint_specs.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { ROOT, temporaryFolder } from "../_temporary_folder.ts";
import { lineOf, smallText } from "./_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

test("third-party linters accept the specs", { timeout: SLOW }, async () => {
  expect(await lintSpecs(ROOT, await loadSpecs(ROOT))).toEqual([]);
});

test("linting leaves the specs as they are: they are generated from at the same time", async () => {
  const specs = await loadSpecs(ROOT);
  const before = JSON.stringify([specs.openapi.value, specs.openrpc.value]);
  expect(await byOpenrpcReader(specs)).toEqual([]);
  expect(JSON.stringify([specs.openapi.value, specs.openrpc.value]) === before).toBe(true);
});

test("an error of Redocly is reported with file, line and rule", { timeout: SLOW }, async () => {
  const folder = await temporaryFolder();
  const text = smallText("openapi.yaml")
    .replace("tags: [Small]", "tags: [Smal]")
    .replace("/blocks/{identifier}:", "/blocks/{number}:");
  await writeFile(join(folder, "openapi.yaml"), text);
  await writeFile(join(folder, "openrpc.json"), smallText("openrpc.json"));
  const problems = await lintSpecs(folder, await loadSpecs(folder));
  expect(problems).toEqual([
    {
      file: "openapi.yaml",
      line: lineOf(text, "tags: [Smal]"),
      message: expect.stringContaining("tags should be defined"),
      fix: expect.stringMatching(/^operation-tag-defined: https/),
    },
    {
      file: "openapi.yaml",
      line: lineOf(text, "- name: identifier"),
      message: "Path parameter `identifier` is not used in the path `/blocks/{number}`.",
      fix: expect.stringMatching(/^path-parameters-defined: https/),
    },
    {
      file: "openapi.yaml",
      line: lineOf(text, "/blocks/{number}:") + 8,
      message:
        "The operation does not define the path parameter `{number}` expected by path `/blocks/{number}`.",
      fix: expect.stringMatching(/^path-parameters-defined: https/),
    },
  ]);
});

test(
  "a tuple may stand in openrpc.json, and in a schema that it refers to",
  { timeout: SLOW },
  async () => {
    const folder = await temporaryFolder();
    const tuple =
      '"type": "array", "prefixItems": [{ "type": "integer" }], "items": false, "minItems": 1';
    const openapi = smallText("openapi.yaml").replace(
      "        hash: { $ref",
      `        pair: { ${tuple}, description: Pair., x-source: given }\n$&`,
    );
    const openrpc = smallText("openrpc.json").replace('"type": "boolean", "default": false', tuple);
    await writeFile(join(folder, "openapi.yaml"), openapi);
    await writeFile(join(folder, "openrpc.json"), openrpc);
    expect(await lintSpecs(folder, await loadSpecs(folder))).toEqual([]);
  },
);

test("a method may answer a schema that holds itself", async () => {
  const parent = '    Hash:\n      properties: { parent: { $ref: "#/components/schemas/Hash" } }\n';
  const text = smallText("openapi.yaml").replace("    Hash:\n", parent);
  const openapi = new SpecFile("openapi.yaml", text);
  const openrpc = new SpecFile("openrpc.json", smallText("openrpc.json"));
  expect(await byOpenrpcReader({ openapi, openrpc })).toEqual([]);
});

test("an independent reader of OpenRPC refuses a method without a name", async () => {
  const specs = await loadSpecs(ROOT);
  const text = await readFile(join(ROOT, "openrpc.json"), "utf8");
  const broken = text.replace('"name": "chain_getInfo"', '"nom": "chain_getInfo"');
  const openrpc = new SpecFile("openrpc.json", broken);
  const [problem] = await byOpenrpcReader({ ...specs, openrpc });
  expect(problem).toMatchObject({
    line: lineOf(broken, '{\n      "nom": "chain_getInfo"'),
    message: expect.stringContaining("should"),
  });
});
