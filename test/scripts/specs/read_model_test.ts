import { expect, test } from "vitest";
import { checkSpecs } from "../../../scripts/specs/check_specs.ts";
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
