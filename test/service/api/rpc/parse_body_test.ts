import { expect, test } from "vitest";
import { parseBody } from "../../../../src/service/api/rpc/mod.ts";

test.each([
  ["{", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
  ["", "Unexpected end of JSON input"],
  ["secret", "Unexpected token 's'"],
  ['{"signedTx": secret}', "Unexpected token 's'"],
  [`["${"x".repeat(100)}", secret, "${"y".repeat(100)}"]`, "Unexpected token 's'"],
  ['{"a" "secret"}', "Expected ':' after property name in JSON at position 5 (line 1 column 6)"],
  ["'secret'", "Unexpected token '''"],
  ["😀secret", "Unexpected token"],
  ["[object Object]", "The body is not JSON"],
])("says of %j what is wrong without repeating it", async (text, says) => {
  expect(await dataOf(text)).toContain(says);
  expect(await dataOf(text)).not.toMatch(/ecret|,$|\.\.\.|"/);
});

async function dataOf(text: string): Promise<unknown> {
  try {
    await parseBody(new TextEncoder().encode(text));
  } catch (error) {
    return (error as { readonly error: { readonly data?: unknown } }).error.data;
  }
  throw new Error("It was parsed");
}
