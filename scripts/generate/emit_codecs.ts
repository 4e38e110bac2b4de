import { HEADER } from "./source_text.ts";

/** The codecs that validators decode with. */
export function emitCodecs(): string {
  return `${HEADER}
import * as z from "../../checks/mod.ts";

/** An amount: a decimal integer in a string on the wire, a \`bigint\` once decoded. */
export const amountCodec: z.Check = /* @__PURE__ */ z.amount(/^-?[0-9]+$/);
`;
}
