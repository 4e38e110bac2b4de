import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, isObject, type Json, textAt } from "../json.ts";
import { deref } from "../model/mod.ts";

/** Each example of a method is a call that can be made: with its required parameters, each value under its own name. */
export function mispairedExample(specs: Specs): Problem[] {
  const { openrpc } = specs;
  return arrayAt(openrpc.value, "methods").flatMap((method, at) => {
    const params = arrayAt(method, "params").map((param) => deref(specs, openrpc, param));
    const names = params.map((param) => textAt(param, "name"));
    const needed = params.filter(({ required }) => required === true);
    const isNamed = textAt(method, "paramStructure") === "by-name";
    return arrayAt(method, "examples").flatMap((example, index) => {
      const given = arrayAt(example, "params").map(nameOf);
      const wrong = given.findIndex((name, place) =>
        isNamed ? !names.includes(name) : names[place] !== name,
      );
      const path = ["methods", at, "examples", index, "params"];
      const label = `method ${textAt(method, "name")}: an example`;
      if (wrong >= 0) {
        const expected = (isNamed ? undefined : names[wrong]) ?? names.join(", ");
        const message = `${label} has "${given[wrong]}" where "${expected || "nothing"}" belongs`;
        return [
          openrpc.problem(
            [...path, wrong],
            message,
            "Write the parameters as the method has them.",
          ),
        ];
      }
      const missing = needed
        .map((param) => textAt(param, "name"))
        .find((name) => !given.includes(name));
      if (missing === undefined) return [];
      return [openrpc.problem(path, `${label} lacks the required "${missing}"`, "Add its value.")];
    });
  });
}

function nameOf(item: Json): string {
  return isObject(item) ? textAt(item, "name") : "";
}
