import type * as core from "zod/v4/core";
import { encodeAmount, MAX_AMOUNT_LENGTH } from "../units/mod.ts";
import { bigint, codec, string } from "./builders.ts";

/** Pattern of every amount. */
export const AMOUNT_PATTERN = "^-?[0-9]+$";

const INTEGER = /* @__PURE__ */ new RegExp(AMOUNT_PATTERN);

/** An amount in the text that `wire` takes; a `bigint` once decoded. */
export function amountOf(wire: core.$ZodType<string>): core.$ZodType<bigint, string> {
  return codec(wire, bigint(), {
    // Tested here, since zod runs the checks of `wire` in a loop of its own, which costs more than the test.
    decode(text, { issues }) {
      if (text.length > MAX_AMOUNT_LENGTH) {
        issues.push({ code: "too_big", origin: "string", maximum: MAX_AMOUNT_LENGTH, input: text });
      } else if (!INTEGER.test(text)) {
        issues.push({
          code: "invalid_format",
          format: "regex",
          pattern: `${INTEGER}`,
          input: text,
        });
      } else return BigInt(text);
      return 0n;
    },
    encode: encodeAmount,
  });
}

/** Any amount. */
export const amountCodec: core.$ZodType<bigint, string> = /* @__PURE__ */ amountOf(
  /* @__PURE__ */ string(),
);
