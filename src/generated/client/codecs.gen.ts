// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import * as z from "../../checks/mod.ts";

/** An amount: a decimal integer in a string on the wire, a `bigint` once decoded. */
export const amountCodec: z.Check = /* @__PURE__ */ z.amount(/^-?[0-9]+$/);
