import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { byOpenrpcReader, lintSpecs } from "../../../scripts/specs/read_specs.ts";
import { type Problem, SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { ROOT, temporaryFolder } from "../_temporary_folder.ts";
import { lineOf, smallText } from "./_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

test("linting leaves the specs as they are: they are generated from at the same time", async () => {
  const specs = await loadSpecs(ROOT);
  const before = JSON.stringify([specs.openapi.value, specs.openrpc.value]);
  expect(await byOpenrpcReader(specs)).toEqual([]);
  expect(JSON.stringify([specs.openapi.value, specs.openrpc.value]) === before).toBe(true);
});

/** A fault that Redocly finds in the small spec, and what a maintainer writes by the remedy. */
interface Fault {
  readonly find: string;
  readonly written: string;
  /** What stands on the line that is reported; what is written, unless it is said. */
  readonly at?: string;
  readonly message: string;
  readonly fix: string;
  readonly followed: string;
}

const FAULTS: readonly Fault[] = [
  {
    find: "license: { name: MIT, identifier: MIT }",
    written: "license: { name: MIT }",
    message: "License object should contain one of the fields: `url`, `identifier`",
    fix: "Add an `identifier` to the license, such as MIT, or a `url`.",
    followed: 'license: { name: MIT, url: "https://a.b" }',
  },
  {
    find: "operationId: listBlocks\n      tags: [Small]",
    written: "operationId: listBlocks\n      tags: [Smal]",
    at: "tags: [Smal]",
    message: 'Operation tags should be defined in global tags, got "Smal"',
    fix: "Write one of Small, Odd as its tag, or add the tag to `tags` at the root.",
    followed: "operationId: listBlocks\n      tags: [Odd]",
  },
  {
    find: "description: Blocks, newest first.",
    written: "description: Blocks <script>.",
    message: `Markdown descriptions must not contain '<script>' tags, got "Blocks <script>."`,
    fix: "Write it without the tag.",
    followed: "description: Blocks.",
  },
  {
    find: '        - $ref: "#/components/parameters/Page"\n        - name: limit',
    written: '        - $ref: "#/components/parameters/Page"\n        - name: page',
    at: "- name: page",
    message:
      "Operations must have unique `name` + `in` parameters. Repeats of `in:query` + `name:page`",
    fix: "Rename or remove one of the two.",
    followed: '        - $ref: "#/components/parameters/Page"\n        - name: limit',
  },
  {
    find: "/blocks/{identifier}:",
    written: "/blocks/{identifier}/{more}:",
    at: "parameters:\n        - name: identifier",
    message:
      "The operation does not define the path parameter `{more}` expected by path `/blocks/{identifier}/{more}`",
    fix: "Let the path and the parameters with `in: path` name the same: add or remove one or the other.",
    followed: "/blocks/{identifier}/more:",
  },
  {
    find: "anyOf: [{ type: integer, minimum: 0 },",
    written: "anyOf: [{},",
    message: "Schema in `anyOf` is empty, so it matches any value",
    fix: "Write each schema once and none that is empty; one alone stands without `allOf`, `anyOf` and `oneOf`.",
    followed: "anyOf: [{ type: integer },",
  },
  {
    find: '"404": { $ref: "#/components/responses/NotFound" }\n  /stakes:',
    written: "\n  /stakes:",
    at: 'responses:\n        "200":\n          description: The block.',
    message: "Operation must have at least one `4XX` response",
    fix: 'Add an answer to a wrong request: `"400": { $ref: "#/components/responses/InvalidParam" }`.',
    followed: '"404": { $ref: "#/components/responses/NotFound" }\n  /stakes:',
  },
  {
    find: "  responses:\n    NotFound:",
    written: '  headers: { "a b": { description: A., schema: {} } }\n  responses:\n    NotFound:',
    message:
      'The map key in headers "a b" does not match the regular expression "^[a-zA-Z0-9\\.\\-_]+$"',
    fix: "Write letters, digits, dots, hyphens and underscores.",
    followed: '  headers: { "a-b": { description: A., schema: {} } }\n  responses:\n    NotFound:',
  },
  {
    find: "number: { type: integer, description: Height., x-source: given }",
    written: "number: { type: integer, minimum: 1, exclusiveMinimum: 0, description: Height. }",
    message: "Schema should not have both `minimum` and `exclusiveMinimum`. Use one or the other",
    fix: "Write one of the two, the narrower.",
    followed: "number: { type: integer, minimum: 1, description: Height. }",
  },
  {
    find: "security: []",
    written: "security: [{ Kee: [] }]",
    message: "There is no `Kee` security scheme defined",
    fix: "Write the name of a scheme of components.securitySchemes, or add it there.",
    followed: "security: [{ Key: [] }]",
  },
  {
    find: "tags: [{ name: Small, description: All of it. }]",
    written: "tags: [{ name: Small, description: All of it. }, { name: Odd }]",
    message: "Tag object should contain `description` field",
    fix: "Add a `description` of the operations that have the tag.",
    followed:
      "tags: [{ name: Small, description: All of it. }, { name: Odd, description: The rest. }]",
  },
];

/** A schema of a tuple. */
const TUPLE =
  '"type": "array", "prefixItems": [{ "type": "integer" }], "items": false, "minItems": 1';

/** The small spec with what each fault has for `part`. */
function specWith(part: "written" | "followed"): string {
  return FAULTS.reduce(
    (left, fault) => left.replace(fault.find, () => fault[part]),
    smallText("openapi.yaml"),
  );
}

async function lint(openapi: string, openrpc = smallText("openrpc.json")): Promise<Problem[]> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "openapi.yaml"), openapi);
  await writeFile(join(folder, "openrpc.json"), openrpc);
  return lintSpecs(folder, await loadSpecs(folder));
}

test("an error of Redocly is reported with file, line and remedy", { timeout: SLOW }, async () => {
  const text = specWith("written");
  const problems = await lint(text);
  const expected = FAULTS.map(({ written, at = written, message, fix }) => ({
    file: "openapi.yaml",
    line: lineOf(text, at),
    message,
    fix,
  }));
  expect(problems.toSorted((one, other) => one.line - other.line)).toEqual(expected);
});

test(
  "whoever follows the remedies is told nothing more, nor who writes a tuple in openrpc.json or a schema it refers to",
  { timeout: SLOW },
  async () => {
    const pair = `        pair: { ${TUPLE}, description: Pair., x-source: given }\n`;
    const openapi = specWith("followed").replace("        hash: { $ref", `${pair}$&`);
    const openrpc = smallText("openrpc.json").replace('"type": "boolean", "default": false', TUPLE);
    expect(openapi).toContain(pair);
    expect(openrpc).toContain(TUPLE);
    expect(await lint(openapi, openrpc)).toEqual([]);
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

test("the schema of an extension that is none is reported", async () => {
  const find = '"restricted": ["errorObject"],\n      "schema": { "type": "string" }';
  const text = smallText("openrpc.json").replace(find, find.replace("string", "text"));
  const openrpc = new SpecFile("openrpc.json", text);
  const openapi = new SpecFile("openapi.yaml", smallText("openapi.yaml"));
  expect(await byOpenrpcReader({ openapi, openrpc })).toEqual([
    {
      file: "openrpc.json",
      line: lineOf(text, '"type": "text"'),
      message:
        "the schema of the extension x-source is no JSON Schema of draft 7: type should be equal to one of the allowed values",
      fix: "Fix it, or write `{}`.",
    },
  ]);
});
