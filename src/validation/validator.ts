import type { ZodMiniType } from "zod/mini";

/** A generated validator: it decodes what is on the wire, and encodes arguments. */
export type Validator = ZodMiniType;
