import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Problem, SpecError, SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { copySpecs, ROOT, temporaryFolder } from "../_temporary_folder.ts";
import { lineOf, smallSpecs, smallText } from "./_small_specs.ts";

const MEND_YAML = "Fix the YAML on this line.";
const MEND_JSON = "Fix the JSON on this line.";

test.each([
  ["a key within a value", "a: 1\nb: c: 2\n", 2, /^cannot be parsed: Nested mappings/],
  ["a quote that is not closed", 'a: 1\nb: "x\nc: 2\n', 4, /^cannot be parsed: Missing closing "/],
  [
    "a key that stands twice",
    "a: 1\nb: 2\na: 3\n",
    3,
    /^cannot be parsed: Map keys must be unique/,
  ],
  ["an alias of nothing", "a: &d 1\nb: *c\nc: *d\n", 2, /^cannot be parsed: no anchor "&c"/],
  [
    "an alias within what it stands for",
    "a: &d\n  b: [*d]\n",
    2,
    /^cannot be parsed: "\*d" stands for/,
  ],
  ["a list at the root", "- 1\n- 2\n", 1, /^cannot be parsed: the root is not an object/],
  ["a tag", "a: 1\nb: !foo it\n", 2, /^cannot be parsed: Unresolved tag: !foo/],
  ["a second document", "a: 1\n---\nb: 1\n", 2, /^cannot be parsed: a second document starts here/],
  ["no text", "", 1, /^cannot be parsed: the root is not an object/],
])("YAML is refused for %s", (_, text, line, message) => {
  expect(problemOf("a.yaml", text)).toEqual({
    file: "a.yaml",
    line,
    message: expect.stringMatching(message),
    fix: MEND_YAML,
  });
});

test("a path that stands twice is refused with what to write for a second version", () => {
  expect(problemOf("a.yaml", "paths:\n  /blocks: {}\n  /blocks: {}\n")).toMatchObject({
    line: 3,
    fix: "Write the operations of both into one path; another version is `/v2/{segment}/…` on the server `{apiHost}`.",
  });
});

test.each([
  ["a key that stands twice", '{\n  "a": 1,\n  "a": 2\n}', 3, /Map keys must be unique/],
  ["a brace that is not closed", '{\n  "a": {\n', 3, /./],
  ["a comma at the end of an object", '{\n  "a": 1,\n}', 3, /double-quoted property name/],
  ["a comma at the end of a list", '{\n  "a": [\n    1,\n  ],\n  "b": 2\n}', 4, /token ']'/],
  ["a comment", '{\n  "a": 1,\n  # why\n  "b": 2\n}', 3, /double-quoted property name/],
  ["a comment before a value", '{\n  "a":\n    # why\n    1\n}', 3, /token '#'/],
  ["a key without quotes", '{\n  "a": 1,\n  b: 2\n}', 3, /double-quoted property name/],
  ["a number no JSON has", '{\n  "a": 1,\n  "b": 0x1f\n}', 3, /./],
])("JSON is refused for %s, on its line", (_, text, line, message) => {
  expect(problemOf("a.json", text)).toEqual({
    file: "a.json",
    line,
    message: expect.stringMatching(message),
    fix: MEND_JSON,
  });
});

test("the line of a fault is found in a long JSON text", () => {
  const text = smallText("openrpc.json");
  const broken = text.replace('{ "type": "null", "x-source": "decided" }', "$&,");
  expect(problemOf("openrpc.json", broken)).toMatchObject({ line: 40, fix: MEND_JSON });
});

test("a path has the line of its key or item, or of what stands above it", () => {
  const { openapi, openrpc } = smallSpecs();
  expect(openapi.lineOf(["components", "schemas", "Hash", "pattern"])).toBe(
    lineOf(openapi.text, "pattern: ^0x[0-9a-f]*$"),
  );
  expect(openapi.lineOf(["paths", "/blocks", "get", "parameters", 1, "schema"])).toBe(
    lineOf(openapi.text, "schema: { type: integer, default: 20"),
  );
  expect(openapi.lineOf(["components", "schemas", "Hash", "absent", "deeper"])).toBe(
    lineOf(openapi.text, "    Hash:\n"),
  );
  expect(openrpc.lineOf(["methods", 1])).toBe(
    lineOf(openrpc.text, '{\n      "name": "delta_getStake"'),
  );
  expect(openrpc.lineOf([])).toBe(1);
});

test("a folder that lacks a spec is named by the spec", async () => {
  const error: unknown = await loadSpecs("/nowhere").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SpecError);
  expect((error as SpecError).problems[0]).toMatchObject({
    file: "openapi.yaml",
    line: 1,
    message: expect.stringMatching(/^cannot be read: ENOENT/),
  });
});

test("an operation may be put first, and any removed: no anchor stands among those of openapi.yaml", async () => {
  const { openapi } = await loadSpecs(ROOT);
  const [, operations = ""] = openapi.text.split("\npaths:\n");
  expect(operations).toContain("*alwaysTrue");
  expect(operations.match(/[\s[{,]&\w+/g)).toBeNull();
});

test("a spec that is not UTF-8 is refused, and a byte order mark is ignored", async () => {
  const folder = await copySpecs(await temporaryFolder());
  const path = join(folder, "openrpc.json");
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]));
  await expect(loadSpecs(folder)).resolves.toHaveProperty("openrpc");
  await writeFile(path, Buffer.from([0x7b, 0x22, 0xe4, 0x22, 0x3a, 0x31, 0x7d]));
  const error: unknown = await loadSpecs(folder).catch((reason: unknown) => reason);
  expect((error as SpecError).problems[0]).toMatchObject({
    file: "openrpc.json",
    message: expect.stringMatching(/^cannot be read: .*utf-8/),
    fix: "Save it as UTF-8.",
  });
});

function problemOf(file: string, text: string): Problem | undefined {
  try {
    void new SpecFile(file, text);
  } catch (error) {
    if (error instanceof SpecError) return error.problems[0];
    throw error;
  }
  return undefined;
}

test.each([
  ["an integer beyond 2^53", "a: 1\nb: 9007199254740993\n", 2, "9007199254740993"],
  ["an infinite number", "a: 1\nb: .inf\n", 2, ".inf"],
  ["no number", "a: .nan\n", 1, ".nan"],
  ["a number that overflows", "a:\n  - 1e400\n", 2, "1e400"],
])("%s is refused", (_, text, line, shown) => {
  expect(problemOf("a.yaml", text)).toEqual({
    file: "a.yaml",
    line,
    message: `${shown} is not a number that JavaScript represents exactly`,
    fix: "Write an integer from -(2^53 - 1) to 2^53 - 1, or another finite number.",
  });
});

test("a merge key is refused, as it would be a key like any other", () => {
  expect(problemOf("a.yaml", "a: &a { b: 1 }\nc:\n  <<: *a\n")).toEqual({
    file: "a.yaml",
    line: 3,
    message: "merge keys are not supported",
    fix: "Write out the merged keys, or refer to the whole with an alias.",
  });
});

test.each([
  ["1.0", "1"],
  ["01", "1"],
  ["0x10", "16"],
  ["True", "true"],
  ["~", ""],
])("the key %s is refused, as it would be %s", (written, read) => {
  expect(problemOf("a.yaml", `a: 1\n${written}: 2\n`)).toEqual({
    file: "a.yaml",
    line: 2,
    message: `the key ${written} is read as "${read}"`,
    fix: "Write it in quotes.",
  });
});

test("keys that are read as they are written need no quotes", () => {
  const { value } = new SpecFile("a.yaml", 'a: 1\n200: 2\n"01": 3\ntrue: 4\n');
  expect(value).toEqual({ a: 1, "200": 2, "01": 3, true: 4 });
});
