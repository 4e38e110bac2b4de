import type { core } from "../zod/mod.ts";

/**
 * A generated validator: it decodes what is on the wire, and encodes arguments. It is a schema of zod's core, which the
 * functions of `zod/mini` take, such as `safeParse` and `encode`.
 */
export type Validator = core.$ZodType;

/** A validator of answers, and where the specs say what it checks; none for an answer without a body. */
export interface PlacedValidator {
  readonly at: string;
  readonly validator: Validator | undefined;
}
