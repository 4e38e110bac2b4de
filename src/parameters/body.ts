import { encodeValue, type Validator } from "../validation/mod.ts";

/**
 * The text of a JSON body.
 *
 * @param call Name of the call, for messages.
 * @throws {TypeError} If the body breaks what the interface specifies.
 */
export function serializeBody(call: string, validator: Validator, body: unknown): string {
  const encoded = encodeValue(validator, body, (issues) => {
    const found = issues.map(({ path, message }) => `${path || "the body"}: ${message}`);
    throw new TypeError(`Cannot call ${call}: ${found.join("; ")}`);
  });
  return JSON.stringify(encoded);
}
