import { expect, test } from "vitest";
import { describeParameter } from "../../../scripts/generate/_table_rows.ts";
import type { JsonObject } from "../../../scripts/specs/json.ts";
import type { Parameter } from "../../../scripts/specs/model/mod.ts";

const parameter = (schema: JsonObject): Parameter => ({
  name: "n",
  in: "query",
  required: false,
  description: "A value.",
  schema,
  deprecation: undefined,
  explode: true,
});

test.each<[schema: JsonObject, types: string[], expected: string]>([
  [{ enum: [1, 2] }, ["integer"], "one of 1, 2"],
  [{ const: true }, ["boolean"], "true"],
  [{ enum: ["a", 1.5] }, ["string", "number"], 'one of "a", 1.5'],
  [{ $ref: "#/components/schemas/Level" }, ["integer"], "one of 1, 2"],
])("values %j have their own types", (schema, types, expected) => {
  const row = describeParameter(parameter(schema), { Level: { enum: [1, 2] } }, "decided");
  expect(row).toMatchObject({ types, expected });
});

test("values of a list have their own types", () => {
  const row = describeParameter(parameter({ type: "array", items: { const: 5 } }), {}, "decided");
  expect(row).toMatchObject({ types: ["array"], items: ["integer"] });
});

test.each<[schema: JsonObject, expected: string]>([
  [{ type: "string", format: "date-time" }, "a string of format date-time"],
  [{ type: "string", minLength: 1, maxLength: 5 }, "a string of 1 to 5 characters"],
  [{ type: "string", minLength: 2 }, "a string of 2 or more characters"],
  [{ type: "string", maxLength: 5 }, "a string of up to 5 characters"],
  [{ type: "string", pattern: "^a$" }, "a string matching ^a$"],
  [{ type: "integer", format: "int32" }, "an integer from -2147483648 to 2147483647"],
  [{ type: "integer", format: "int32", minimum: 0 }, "an integer from 0 to 2147483647"],
  [{ type: "number", maximum: 1 }, "a number up to 1"],
  [{ type: "array", items: {}, minItems: 1, maxItems: 2 }, "an array of 1 to 2 items"],
  [{ type: "array", items: { enum: ["a", "b"] } }, 'an array, each one of "a", "b"'],
  [
    { type: "array", items: { anyOf: [{ type: "integer" }, { type: "null" }] }, maxItems: 2 },
    "an array of up to 2 items, each an integer or a null",
  ],
  [{ type: "boolean" }, "a boolean"],
])("%j is told as %s", (schema, expected) => {
  expect(describeParameter(parameter(schema), {}, "decided")).toMatchObject({ expected });
});
