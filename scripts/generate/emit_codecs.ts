import { HEADER } from "./source_text.ts";

/** The codecs that validators decode with. */
export function emitCodecs(): string {
  return `${HEADER}
import * as z from "zod/mini";
import { formatAmount, parseAmount } from "../../units/mod.ts";

/** An amount: a decimal integer in a string on the wire, a \`bigint\` once decoded. */
export const amountCodec: z.ZodMiniCodec<z.ZodMiniString, z.ZodMiniBigInt> = /* @__PURE__ */ z.codec(
  z.string().check(z.regex(/^-?[0-9]+$/)),
  z.bigint(),
  { decode: parseAmount, encode: formatAmount },
);
`;
}
