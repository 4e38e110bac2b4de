import type { core } from "zod/mini";

/** Whether a value is valid: the value decoded, or what is wrong with it. */
export type Verdict =
  | { readonly success: true; readonly data: unknown; readonly error?: undefined }
  | {
      readonly success: false;
      readonly data?: undefined;
      readonly error: { readonly issues: readonly core.$ZodIssue[] };
    };

/** A generated validator: it decodes what is on the wire, and encodes arguments. Those of zod are validators too. */
export interface Validator extends core.$ZodType {
  /** Validates a value of the wire and decodes it. */
  safeParse(value: unknown): Verdict;
}
