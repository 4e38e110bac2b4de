import { expect, test } from "vitest";
import { lintFaults } from "../../../scripts/check/deno.ts";

const PRINTED = `error[missing-jsdoc]: exported symbol is missing JSDoc documentation
  --> /here/src/client/client.ts:57:12
   | 
57 |   readonly segment: S;
   |            ^

error[private-type-ref]: public type 'WithOptions' references private type 'Prefixes'
  --> /here/src/client/client.ts:32:1
   | 

error[private-type-ref]: public type 'Operations' references private type 'ChainInfo'
   --> /here/src/generated/client/operations.gen.ts:16:3

error[private-type-ref]: public type 'decodeAnswer' references private type 'ZodMiniType'
  --> /here/src/transport/decode_answer.ts:12:1

error: Found 4 documentation lint errors.
`;

test("each fault is a line, but for types that follow from the specs or belong to packages", () => {
  expect(lintFaults(PRINTED, "/here")).toEqual([
    "src/client/client.ts:57: exported symbol is missing JSDoc documentation",
    "src/client/client.ts:32: public type 'WithOptions' references private type 'Prefixes'",
  ]);
});

test("a clean run has no finding, and an error of another kind is reported unchanged", () => {
  expect(lintFaults("Checked 11 files\n", "/here")).toEqual([]);
  expect(lintFaults("error: Module not found\n", "/here")).toEqual(["error: Module not found\n"]);
});
