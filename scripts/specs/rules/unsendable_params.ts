import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { type Call, methodsOf } from "../calls.ts";

/** Clients can send the parameters of each method: in the way that it takes them, and those that may be left out last. */
export function unsendableParams(specs: Specs): Problem[] {
  return methodsOf(specs).flatMap((method) => [
    ...structureProblems(method),
    ...orderProblems(method),
  ]);
}

/** What a WebSocket alone serves, and simplified calls, are called by position whatever stands there. */
function structureProblems({ name, spec, path, value }: Call): Problem[] {
  const isFixed = value["x-websocket"] === true || value["x-simplified"] === true;
  if (!isFixed || value.paramStructure === "by-position") return [];
  const message = `method ${name} is called by position, and paramStructure says otherwise`;
  const fix = "Write `paramStructure: by-position`; left out it is either.";
  return [spec.problem([...path, "paramStructure"], message, fix)];
}

/** The client's function takes parameters by position, so that none can be left out before one that cannot. */
function orderProblems({ name, spec, parameters }: Call): Problem[] {
  const firstOptional = parameters.findIndex(({ value }) => value.required !== true);
  const late = parameters.find(
    ({ value }, index) => value.required === true && index > firstOptional,
  );
  const before = parameters[firstOptional];
  if (!before || !late) return [];
  const message = `method ${name}: required parameter "${late.name}" stands behind "${before.name}", which may be left out`;
  return [spec.problem(late.path, message, `Write it before "${before.name}".`)];
}
