// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import { encodeAmount, MAX_AMOUNT_LENGTH } from "../../units/mod.ts";
import * as z from "../../zod/mod.ts";

/** An amount in the text that `wire` takes: its pattern admits decimal integers alone; a `bigint` once decoded. */
export function amountOf(wire: z.core.$ZodType<string>): z.core.$ZodType<bigint, string> {
  return z.codec(wire, z.bigint(), {
    decode(text, { issues }) {
      if (text.length <= MAX_AMOUNT_LENGTH) return BigInt(text);
      issues.push({ code: "too_big", origin: "string", maximum: MAX_AMOUNT_LENGTH, input: text });
      return 0n;
    },
    encode: encodeAmount,
  });
}

/** Any amount. */
export const amountCodec: z.core.$ZodType<bigint, string> = /* @__PURE__ */ amountOf(
  /* @__PURE__ */ z.string(/* @__PURE__ */ z.regex(/^-?[0-9]+$/)),
);
