import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { reservedName } from "../../../scripts/specs/rules/name_rules.ts";
import { takenNames } from "../../../scripts/generate/taken_names.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs, type Specs } from "../../../scripts/specs/specs.ts";
import { ROOT } from "../_temporary_folder.ts";
import { lineOf, smallSpecs } from "../specs/_small_specs.ts";

/** The project's specs, each `find` in one of them replaced once. */
async function changedSpecs(
  changes: readonly (readonly [find: string, put: string])[],
): Promise<Specs> {
  const { openapi, openrpc } = await loadSpecs(ROOT);
  const changed = (spec: SpecFile): SpecFile => {
    const text = changes.reduce((all, [find, put]) => all.replace(find, () => put), spec.text);
    return new SpecFile(spec.file, text);
  };
  return { openapi: changed(openapi), openrpc: changed(openrpc) };
}

test("an element is refused that is generated under the name of another export, and none that the specs have", async () => {
  const taken = [
    ["Chain", "alphadelta"],
    ["Network", "alphadelta"],
    ["Segment", "alphadelta"],
    ["RestErrorCode", "alphadelta/errors"],
    ["PagedList", "alphadelta"],
    ["Hooks", "alphadelta/transport"],
    ["DevAccount", "alphadelta/devnet"],
    ["Schema", "alphadelta/schemas"],
  ] as const;
  const schemas = [...taken.map(([name]) => name), "Free"].map(
    (name) => `    ${name}: { type: string, description: A value., x-source: given }\n`,
  );
  const fields = taken.map(
    ([name]) => `        of${name}: { $ref: "#/components/schemas/${name}" }\n`,
  );
  const chain = `        chain:\n          $ref: "#/components/schemas/ChainName"\n`;
  const specs = await changedSpecs([
    ["    # Blocks\n", schemas.join("")],
    [chain, fields.join("") + chain],
    ["operationId: getChainInfo\n", "operationId: createRest\n"],
    ["operationId: getChainStats\n", "operationId: p\n"],
    ["operationId: getAccount\n", "operationId: parseUnits\n"],
    ['"name": "chain_getInfo"', '"name": "createRpc"'],
    ['"ParseError": {', '"Codes": {'],
  ]);
  const refused = (label: string, name: string, where: string, spec = specs.openapi, at = "") => ({
    file: spec.file,
    line: lineOf(spec.text, at || `    ${name}: {`),
    message: `${label} is generated as ${name}, which is something else in ${where}`,
    fix: "Rename it.",
  });
  const { openapi, openrpc } = specs;
  expect(await takenNames(specs)).toEqual([
    refused(
      "operation createRest",
      "createRest",
      "alphadelta/rest",
      openapi,
      "get:\n      operationId: createRest\n",
    ),
    refused(
      "operation p",
      "p",
      "src/generated/client/operation_calls.gen.ts",
      openapi,
      "get:\n      operationId: p\n",
    ),
    refused(
      "operation parseUnits",
      "parseUnits",
      "alphadelta/units",
      openapi,
      "get:\n      operationId: parseUnits\n",
    ),
    ...taken.map(([name, where]) => refused(`schema ${name}`, name, where)),
    refused(
      "method createRpc",
      "createRpc",
      "alphadelta/rpc",
      openrpc,
      '{\n      "name": "createRpc"',
    ),
    refused("error Codes", "RPC_CODES", "src/generated/errors.gen.ts", openrpc, '"Codes": {'),
  ]);
});

test("a schema may not have the name of a type that generated types are written with", async () => {
  const names = foreignTypes(await readFile(join(ROOT, "src/generated/types.gen.ts"), "utf8"));
  expect(names).toContain("Array");
  const { openapi, openrpc } = smallSpecs();
  const schemas = [...new Set(names)].map((name) => `    ${name}: { type: string }\n`);
  const specs = {
    openapi: new SpecFile(
      openapi.file,
      openapi.text.replace("    Tier:\n", `${schemas.join("")}$&`),
    ),
    openrpc,
  };
  expect(reservedName(specs)).toHaveLength(schemas.length);
});

/** Names of types that a module refers to and does not declare itself. */
function foreignTypes(text: string): string[] {
  const source = ts.createSourceFile("types.ts", text, ts.ScriptTarget.Latest);
  const declared = new Set(
    source.statements.filter(ts.isTypeAliasDeclaration).map(({ name }) => name.text),
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName))
      found.push(node.typeName.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((name) => !declared.has(name));
}
