import type { JsonObject } from "../../../scripts/specs/json.ts";
import type { SpecFile } from "../../../scripts/specs/spec_file.ts";

/** `spec` with another value, which is on no line. */
export function withValue(spec: SpecFile, value: JsonObject): SpecFile {
  return Object.assign(Object.create(spec) as SpecFile, { value, lineOf: () => 1 });
}
