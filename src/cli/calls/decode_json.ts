import { decodeValue, type Validator } from "../../validation/mod.ts";
import { wrongUse } from "../exit_error.ts";

/**
 * Reads JSON as the client takes it: amounts, which are strings on the wire, as `bigint`.
 *
 * @param name Names the JSON in messages.
 * @throws {ExitError} If it breaks what the interface specifies.
 */
export function decodeJson(name: string, validator: Validator | undefined, json: unknown): unknown {
  if (!validator) return json;
  return decodeValue(validator, json, (issues) => {
    const found = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    throw wrongUse(`Cannot use ${name}: ${found.join("; ")}.`);
  });
}
