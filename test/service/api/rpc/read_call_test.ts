import { expect, test } from "vitest";
import { readCall } from "../../../../src/service/api/rpc/read_call.ts";

function callWith(id: string): unknown {
  return { jsonrpc: "2.0", method: "chain_getInfo", id };
}

test("readCall() counts the characters of an id as JSON Schema does", () => {
  const longest = "😀".repeat(128);
  expect(readCall(callWith(longest)).id).toBe(longest);
  for (const long of [`${longest}a`, "a".repeat(129), "😀".repeat(100_000)])
    expect(() => readCall(callWith(long))).toThrow("Invalid request");
});
