import { expect, test } from "vitest";
import { servedPath } from "../../../scripts/specs/calls.ts";
import { checkSpecs } from "../../../scripts/specs/read_specs.ts";
import { readModel } from "../../../scripts/specs/model/mod.ts";
import { smallSpecs } from "./_small_specs.ts";

test("an operation is on the chains that are decided, of those that are given", () => {
  const specs = smallSpecs({
    file: "openapi.yaml",
    find: "x-decided: { x-chains: [delta] }",
    put: "x-chains: [alpha, delta]\n      x-decided: { x-chains: [delta] }",
  });
  checkSpecs(specs);
  const operation = readModel(specs).operations.find(({ id }) => id === "getStakes");
  expect(operation?.chains).toEqual(["delta"]);
});

test.each([
  ["/blocks", "{apiHost}/v1/{segment}", "{apiHost}/v1/{segment}", "/blocks"],
  ["/blocks", "{apiHost}/v2/{segment}", "{apiHost}/v2/{segment}", "/blocks"],
  ["/v2/{segment}/blocks/{number}", "{apiHost}", "{apiHost}/v2/{segment}", "/blocks/{number}"],
  ["/{segment}/blocks", "{apiHost}/v2", "{apiHost}/v2/{segment}", "/blocks"],
  ["/keys", "{apiHost}/v1", "{apiHost}/v1", "/keys"],
  ["/v2/keys", "{apiHost}", "{apiHost}/v2", "/keys"],
  ["/v2/keys/{segment}", "{apiHost}", "{apiHost}/v2", "/keys/{segment}"],
  ["/health", "{apiHost}", "{apiHost}", "/health"],
])("the path %s on the server %s is on %s the path %s", (template, server, url, path) => {
  const openapi = { paths: { [template]: { servers: [{ url: server }] } } };
  expect(servedPath(openapi, template)).toEqual({ url, path });
});
