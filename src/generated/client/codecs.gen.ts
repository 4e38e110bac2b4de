// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from "zod/mini";
import { formatAmount, parseAmount } from "../../units/mod.ts";

/** An amount: a decimal integer in a string on the wire, a `bigint` once decoded. */
export const amountCodec: z.ZodMiniCodec<z.ZodMiniString, z.ZodMiniBigInt> = /* @__PURE__ */ z.codec(
  z.string().check(z.regex(/^-?[0-9]+$/)),
  z.bigint(),
  { decode: parseAmount, encode: formatAmount },
);
