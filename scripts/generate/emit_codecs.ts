import { AMOUNT_PATTERN } from "../specs/formats.ts";
import { HEADER } from "./source_text.ts";

/** The codecs that validators decode with. */
export function emitCodecs(): string {
  return `${HEADER}
import { encodeAmount, MAX_AMOUNT_LENGTH } from "../../units/mod.ts";
import * as z from "../../zod/mod.ts";

const INTEGER = /${AMOUNT_PATTERN}/;

/** An amount in the text that \`wire\` takes; a \`bigint\` once decoded. */
export function amountOf(wire: z.core.$ZodType<string>): z.core.$ZodType<bigint, string> {
  return z.codec(wire, z.bigint(), {
    // Tested here, since zod runs the checks of \`wire\` in a loop of its own, which costs more than the test.
    decode(text, { issues }) {
      if (text.length > MAX_AMOUNT_LENGTH) {
        issues.push({ code: "too_big", origin: "string", maximum: MAX_AMOUNT_LENGTH, input: text });
      } else if (!INTEGER.test(text)) {
        issues.push({ code: "invalid_format", format: "regex", pattern: \`\${INTEGER}\`, input: text });
      } else return BigInt(text);
      return 0n;
    },
    encode: encodeAmount,
  });
}

/** Any amount. */
export const amountCodec: z.core.$ZodType<bigint, string> = /* @__PURE__ */ amountOf(
  /* @__PURE__ */ z.string(),
);
`;
}
