import { expect, test } from "vitest";
import { explainFaults } from "../../../scripts/generate/run.ts";

const WHAT_TO_DO =
  "from openapi.yaml and openrpc.json, and this code does not compile with it: fix the code or the specs, then run: npm run build";
const MISSING_HANDLER = "src/a.ts(1,2): error TS2741: Property 'getThing' is missing in type '{}'";
const MISSING_LIMIT =
  "src/a.ts(1,2): error TS2339: Property 'jsonDepth' does not exist on type '{}'.";

test("a name that the specs lost is reported as one of the specs", () => {
  expect(explainFaults(MISSING_LIMIT, "src/generated")).toContain("removed from them");
  expect(explainFaults(MISSING_LIMIT, "src/generated").split("\n").at(-1)).toBe(
    `src/generated is generated ${WHAT_TO_DO}`,
  );
});

test("a handler that is missing needs no further word", () => {
  expect(explainFaults(MISSING_HANDLER, "src/generated")).toBe(
    `${MISSING_HANDLER}\nsrc/generated is generated ${WHAT_TO_DO}`,
  );
});
