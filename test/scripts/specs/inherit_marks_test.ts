import { describe, expect, test } from "vitest";
import type { Json, JsonObject, Path } from "../../../scripts/specs/json.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";

/** The marks at `path`, in a spec with these paths and schemas. */
function marksAt(
  path: Path,
  parts: { readonly get?: JsonObject; readonly schemas?: JsonObject },
): Json[] {
  const { get = {}, schemas = {} } = parts;
  const root = { paths: { "/stakes": { get } }, components: { schemas } };
  const marked = new SpecFile("openapi.yaml", JSON.stringify(root)).at(path) as JsonObject;
  return [marked["x-source"] ?? "none", marked["x-reason"] ?? "none"];
}

const SCHEMA = ["components", "schemas", "Stakes"];
const TOTAL = [...SCHEMA, "properties", "total"];
const DECIDED = { "x-source": "decided", "x-reason": "Useful." };

describe("marks of origin", () => {
  test("are given at the root", () => {
    const schemas = { Stakes: { properties: { total: { type: "string" } } } };
    expect(marksAt(SCHEMA, { schemas })).toEqual(["given", "none"]);
    expect(marksAt(TOTAL, { schemas })).toEqual(["given", "none"]);
  });

  test("hold for all that is below, with the reason", () => {
    const low = { type: "object", properties: { low: {} } };
    const schemas = { Stakes: { ...DECIDED, properties: { total: { items: low } } } };
    expect(marksAt(TOTAL, { schemas })).toEqual(["decided", "Useful."]);
    const below = [...TOTAL, "items", "properties", "low"];
    expect(marksAt(below, { schemas })).toEqual(["decided", "Useful."]);
  });

  test("hold until a part says otherwise", () => {
    const total = { "x-reason": "In base units.", items: { properties: { low: {} } } };
    const schemas = { Stakes: { ...DECIDED, properties: { total } } };
    const below = [...TOTAL, "items", "properties", "low"];
    expect(marksAt(TOTAL, { schemas })).toEqual(["decided", "In base units."]);
    expect(marksAt(below, { schemas })).toEqual(["decided", "In base units."]);
    const given = { Stakes: { ...DECIDED, properties: { total: { "x-source": "given" } } } };
    expect(marksAt(TOTAL, { schemas: given })).toEqual(["given", "none"]);
  });

  test("hold for parameters, and responses down to the fields of their envelopes", () => {
    const schema = { properties: { data: { $ref: "#/components/schemas/Stakes" } } };
    const responses = { 200: { content: { "application/json": { schema } } } };
    const get = { ...DECIDED, parameters: [{ name: "limit" }], responses };
    const path = ["paths", "/stakes", "get"];
    const data = [
      ...path,
      "responses",
      "200",
      "content",
      "application/json",
      "schema",
      "properties",
    ];
    expect(marksAt([...path, "parameters", 0], { get })).toEqual(["decided", "Useful."]);
    expect(marksAt([...data, "data"], { get })).toEqual(["decided", "Useful."]);
  });

  test("do not follow references, which may lead to what is given", () => {
    const parameters = [{ $ref: "#/components/parameters/Page" }];
    const get = { ...DECIDED, parameters };
    expect(marksAt(["paths", "/stakes", "get", "parameters", 0], { get })).toEqual([
      "none",
      "none",
    ]);
    const schemas = { Stakes: { $ref: "#/components/schemas/Amount" } };
    expect(marksAt(SCHEMA, { schemas })).toEqual(["none", "none"]);
  });

  test("leave alone the reason for what was decided on top of something given", () => {
    const total = { type: "string" };
    const stakes = { "x-reason": "All of it.", "x-decided": { required: ["total"] } };
    const schemas = { Stakes: { ...stakes, properties: { total } } };
    expect(marksAt(SCHEMA, { schemas })).toEqual(["given", "All of it."]);
    expect(marksAt(TOTAL, { schemas })).toEqual(["given", "none"]);
  });

  test("are not written into examples, whatever stands in these", () => {
    const properties = { "x-source": { type: "string" }, "x-reason": { type: "string" } };
    const examples = [{ "x-source": "decided", "x-reason": "None." }];
    const schemas = { Stakes: { ...DECIDED, properties, examples } };
    expect(marksAt([...SCHEMA, "examples", 0], { schemas })).toEqual(["decided", "None."]);
    const field = [...SCHEMA, "properties", "x-source"];
    expect(marksAt(field, { schemas })).toEqual(["decided", "Useful."]);
  });
});
