// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from "zod/mini";
import { encodeAmount, MAX_AMOUNT_LENGTH } from "../../units/mod.ts";

type Amount = z.ZodMiniCodec<z.ZodMiniString, z.ZodMiniBigInt>;

const INTEGER = /^-?[0-9]+$/;

/** An amount in the text that `wire` takes; a `bigint` once decoded. */
export function amountOf(wire: z.ZodMiniString): Amount {
  return z.codec(wire, z.bigint(), {
    // The pattern is tested here, since a check of `wire` would take zod twice as long.
    decode(text, { issues }) {
      if (!INTEGER.test(text)) {
        issues.push({ code: "invalid_format", format: "regex", pattern: `${INTEGER}`, input: text });
      } else if (text.length > MAX_AMOUNT_LENGTH) {
        issues.push({ code: "too_big", origin: "string", maximum: MAX_AMOUNT_LENGTH, input: text });
      } else return BigInt(text);
      return 0n;
    },
    encode: encodeAmount,
  });
}

/** Any amount. */
export const amountCodec: Amount = /* @__PURE__ */ amountOf(/* @__PURE__ */ z.string());
