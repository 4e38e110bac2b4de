import { expect, test } from "vitest";
import { methodPath } from "../../../scripts/docs/_rpc_paths.ts";
import { RpcDocument } from "../../../scripts/docs/_rpc_document.ts";
import { smallSpecs } from "../specs/_small_specs.ts";

/** Any part of the page's document. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** The post of `delta_getStake` on the page, with `keywords` in the method. */
function postOf(keywords: string): Loose {
  const find = `"name": "delta_getStake",`;
  const put = `${find} ${keywords}`;
  const specs = smallSpecs({ file: "openrpc.json", find, put });
  const rpc = new RpcDocument(specs);
  const method = rpc.model.methods.find(({ name }) => name === "delta_getStake");
  return method && methodPath(rpc, method, "Staking").post;
}

function paramsOf(keywords: string): { readonly schema: Loose; readonly example: unknown } {
  const { schema, examples } = postOf(keywords).requestBody.content["application/json"];
  return { schema: schema.properties.params, example: examples.known.value.params };
}

test("a method by name is shown with an object of its parameters", () => {
  const { schema, example } = paramsOf(`"paramStructure": "by-name",`);
  expect(schema).toMatchObject({
    type: "object",
    properties: { address: { type: "string" } },
    required: ["address"],
    additionalProperties: false,
  });
  expect(example).toEqual({ address: "dx1" });
});

test("a method by position is shown with a list of them", () => {
  const { schema, example } = paramsOf(`"paramStructure": "by-position",`);
  expect(schema).toMatchObject({
    type: "array",
    prefixItems: [{ title: "address" }],
    minItems: 1,
    maxItems: 1,
  });
  expect(example).toEqual(["dx1"]);
});

test("a method that says nothing takes either, and is shown with both", () => {
  const { schema, example } = paramsOf("");
  expect(schema.oneOf.map(({ type }: { type: string }) => type)).toEqual(["array", "object"]);
  expect(example).toEqual(["dx1"]);
});

test("a deprecated method is marked, with its dates and what to use instead", () => {
  const post = postOf(
    `"deprecated": true, "x-deprecated": { "since": "2026-01-31", "sunset": "2026-07-31", "reason": "Use x." },`,
  );
  expect(post["deprecated"]).toBe(true);
  expect(post["description"]).toContain(
    "**Deprecated since 2026-01-31, served until 2026-07-31.** Use x.",
  );
});
