// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from "zod/mini";
import { encodeAmount, MAX_AMOUNT_LENGTH } from "../../units/mod.ts";

/** An amount in the text that `wire` takes: its pattern admits decimal integers alone; a `bigint` once decoded. */
export function amountOf(wire: z.ZodMiniString): z.ZodMiniCodec<z.ZodMiniString, z.ZodMiniBigInt> {
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
export const amountCodec: z.ZodMiniCodec<z.ZodMiniString, z.ZodMiniBigInt> = /* @__PURE__ */ amountOf(
  /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^-?[0-9]+$/)),
);
