import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, isObject, type Json, type JsonObject, type Path, textAt } from "../json.ts";
import { deref } from "../model/mod.ts";
import type { SpecFile } from "../spec_file.ts";

const STRUCTURES = ["by-position", "by-name", "either"];

/**
 * Methods stand in lists, and so do their parameters, those that may be left out last; each method has a result, and
 * takes its parameters in a way that clients can send.
 */
export function brokenMethod(specs: Specs): Problem[] {
  const { openrpc } = specs;
  const listProblems = (path: Path, what: string, below: (item: Json, at: Path) => Problem[]) => {
    const list = openrpc.at(path);
    if (Array.isArray(list)) return list.flatMap((item, index) => below(item, [...path, index]));
    return [openrpc.problem(path, `${what} is no list`, "Write a list, `[]` where it is empty.")];
  };
  const methodProblems = (method: Json, path: Path): Problem[] => {
    if (!isObject(method)) {
      return [
        openrpc.problem(path, "a method is no object", "Write the method out, or remove it."),
      ];
    }
    if (method.$ref !== undefined) return [];
    const name = `method ${method.name}`;
    const params = [
      ...listProblems([...path, "params"], `params of ${name}`, () => []),
      ...structureProblems(openrpc, method, path),
      ...orderProblems(specs, method, path),
    ];
    if (isObject(method.result)) return params;
    const fix = "Add `result` with a name and a schema.";
    return [...params, openrpc.problem(path, `${name} has no result`, fix)];
  };
  const lists: Path[] = [["methods"]];
  if (openrpc.value["x-dev"] !== undefined) lists.push(["x-dev", "methods"]);
  return lists.flatMap((path) => listProblems(path, path.join("."), methodProblems));
}

/** What a WebSocket alone serves, and simplified calls, are called by position whatever stands there. */
function structureProblems(openrpc: SpecFile, method: JsonObject, path: Path): Problem[] {
  const structure = method.paramStructure ?? "either";
  const isFixed = method["x-websocket"] === true || method["x-simplified"] === true;
  const allowed = isFixed ? ["by-position"] : STRUCTURES;
  if (allowed.includes(String(structure))) return [];
  const message = `method ${textAt(method, "name")}: paramStructure cannot be ${JSON.stringify(structure)}`;
  const fix = `Write ${allowed.join(", ")}.`;
  return [openrpc.problem([...path, "paramStructure"], message, fix)];
}

/** The client's function takes parameters by position, so that none can be left out before one that cannot. */
function orderProblems(specs: Specs, method: JsonObject, path: Path): Problem[] {
  const params = arrayAt(method, "params").map((param) => deref(specs, specs.openrpc, param));
  const firstOptional = params.findIndex((param) => param.required !== true);
  const late = params.findIndex((param, index) => param.required === true && index > firstOptional);
  if (firstOptional < 0 || late < 0) return [];
  const name = textAt(params[late], "name");
  const before = textAt(params[firstOptional], "name");
  const message = `method ${textAt(method, "name")}: required parameter "${name}" stands behind "${before}", which may be left out`;
  return [specs.openrpc.problem([...path, "params", late], message, `Write it before "${before}".`)];
}
