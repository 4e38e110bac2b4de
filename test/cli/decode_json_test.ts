import { expect, test } from "vitest";
import { decodeJson } from "../../src/cli/calls/call.ts";
import { amountCodec } from "../../src/zod/mod.ts";
import * as z from "../../src/zod/mod.ts";

const ROWS = z.array(z.looseObject({ fee: amountCodec }));

test("amounts in JSON become bigint at any depth, and what else is there stays", () => {
  expect(decodeJson("--body", ROWS, [{ fee: "5", note: "7" }])).toEqual([{ fee: 5n, note: "7" }]);
  expect(decodeJson("--body", undefined, { fee: "5" })).toEqual({ fee: "5" });
});

test("JSON that breaks the interface is refused with its place", () => {
  expect(() => decodeJson("--body", ROWS, [{ fee: 5 }])).toThrow(
    "Cannot use --body: 0.fee: expected a string, got 5.",
  );
});
