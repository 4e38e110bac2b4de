import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { isObject, type Json, type Path } from "../json.ts";

/** Methods stand in lists, and so do their parameters; each method has a result. */
export function brokenMethod({ openrpc }: Specs): Problem[] {
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
    const params = listProblems([...path, "params"], `params of ${name}`, () => []);
    if (isObject(method.result)) return params;
    const fix = "Add `result` with a name and a schema.";
    return [...params, openrpc.problem(path, `${name} has no result`, fix)];
  };
  const lists: Path[] = [["methods"]];
  if (openrpc.value["x-dev"] !== undefined) lists.push(["x-dev", "methods"]);
  return lists.flatMap((path) => listProblems(path, path.join("."), methodProblems));
}
