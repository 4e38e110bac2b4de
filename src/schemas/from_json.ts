import { decodeValue, valueError } from "../validation/mod.ts";
import type { Schema } from "../zod/mod.ts";

/**
 * Reads a value from JSON, such as `toJson` of `alphadelta/units` wrote or the service sent: it is validated, and its
 * amounts are `bigint` again. Fields that the schema does not know are kept, as JSON has them.
 *
 * @param schema A validator of this module, or one of `zod` that is made of them, such as `z.array(BlockSchema)`.
 * @throws {SyntaxError} If `text` is not JSON.
 * @throws {TypeError} If `text` is no string, or the value does not follow the schema; the message names the first field.
 *
 * @example
 * ```ts
 * import { AccountSchema, fromJson } from "alphadelta/schemas";
 * import { createClient } from "alphadelta";
 * import { toJson } from "alphadelta/units";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const [transaction] = (await delta.listTransactions({ limit: 1 })).items;
 * if (transaction) {
 *   const text = toJson(await delta.getAccount(transaction.from));
 *   console.log(fromJson(AccountSchema, text).balance + 1n);
 * }
 * ```
 */
export function fromJson<Out>(schema: Schema<Out>, text: string): Out {
  if (typeof text !== "string") {
    throw valueError("Cannot read JSON: text must be a string", text, false);
  }
  const value: unknown = JSON.parse(text);
  return decodeValue(schema, value, ([issue, ...others]) => {
    const found = issue?.path ? `${issue.path}: ${issue.message}` : issue?.message;
    const more = others.length > 0 ? `, and ${others.length} more` : "";
    throw new TypeError(`Cannot read JSON: ${found}${more}`);
  }) as Out;
}
