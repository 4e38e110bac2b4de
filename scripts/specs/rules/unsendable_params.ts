import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../json.ts";
import { deref } from "../model/mod.ts";
import type { SpecFile } from "../spec_file.ts";

/** Clients can send the parameters of each method: in the way that it takes them, and those that may be left out last. */
export function unsendableParams(specs: Specs): Problem[] {
  const { openrpc } = specs;
  const dev = objectAt(openrpc.value, "x-dev");
  const below = (path: Path, methods: readonly Json[]): Problem[] =>
    methods
      .filter(isObject)
      .flatMap((method, index) => [
        ...structureProblems(openrpc, method, [...path, index]),
        ...orderProblems(specs, method, [...path, index]),
      ]);
  return [
    ...below(["methods"], arrayAt(openrpc.value, "methods")),
    ...below(["x-dev", "methods"], arrayAt(dev, "methods")),
  ];
}

/** What a WebSocket alone serves, and simplified calls, are called by position whatever stands there. */
function structureProblems(openrpc: SpecFile, method: JsonObject, path: Path): Problem[] {
  const isFixed = method["x-websocket"] === true || method["x-simplified"] === true;
  if (!isFixed || method.paramStructure === "by-position") return [];
  const name = textAt(method, "name");
  const message = `method ${name} is called by position, and paramStructure says otherwise`;
  const fix = "Write `paramStructure: by-position`; left out it is either.";
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
  return [
    specs.openrpc.problem([...path, "params", late], message, `Write it before "${before}".`),
  ];
}
