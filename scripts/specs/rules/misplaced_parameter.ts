import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { isObject, type JsonObject, textAt } from "../json.ts";
import { followSchema } from "../layer.ts";
import { readModel } from "../model/mod.ts";
import { nodesOf } from "../nodes.ts";

const KINDS = ["parameter", "content descriptor"];

/** The one style of each place: how clients write a parameter, and the service reads it. */
const STYLES: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
};

/** What is said of a parameter beside its schema goes with its place. */
export function misplacedParameter(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  const declared = [specs.openapi, specs.openrpc]
    .flatMap(nodesOf)
    .filter(({ kind }) => KINDS.includes(kind));
  return declared.flatMap(({ spec, path, value }) => {
    if (!isObject(value)) return [];
    const schema = isObject(value.schema) ? followSchema(value.schema, schemas) : {};
    return faultsOf(value, schema).map(([keyword, message, fix]) =>
      spec.problem([...path, keyword], `parameter "${textAt(value, "name")}" ${message}`, fix),
    );
  });
}

function faultsOf(parameter: JsonObject, schema: JsonObject): [string, string, string][] {
  const place = textAt(parameter, "in");
  const style = STYLES[place] ?? "";
  const faults: [string, string, string][] = [];
  if (parameter.style !== undefined && parameter.style !== style) {
    const message = `has the style ${String(parameter.style)}, which does not go with ${place}`;
    faults.push(["style", message, `Write \`style: ${style}\`, or leave it out.`]);
  }
  if (place !== "path") {
    if (parameter.required === true && schema.default !== undefined) {
      const fix = "Leave the default out, or the parameter optional.";
      faults.push(["schema", "is required, and has a default", fix]);
    }
    return faults;
  }
  if (parameter.required !== true) {
    faults.push(["required", "is in the path, and may be left out", "Write `required: true`."]);
  }
  if (schema.default !== undefined) {
    const fix = "Leave the default out: a request always has each part of its path.";
    faults.push(["schema", "is in the path, and has a default", fix]);
  }
  return faults;
}
