import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { methodsOf } from "../calls.ts";
import { arrayAt, isObject, type Json, textAt } from "../json.ts";

/** Each example of a method is a call that can be made: with its required parameters, each value under its own name. */
export function mispairedExample(specs: Specs): Problem[] {
  return methodsOf(specs).flatMap(({ name, spec, path, value, parameters }) => {
    const names = parameters.map((each) => each.name);
    const needed = parameters.filter((each) => each.value.required === true);
    const isNamed = value.paramStructure === "by-name";
    const label = `method ${name}: an example`;
    return arrayAt(value, "examples").flatMap((example, index) => {
      const given = arrayAt(example, "params").map(nameOf);
      const wrong = given.findIndex((each, at) =>
        isNamed ? !names.includes(each) : names[at] !== each,
      );
      const place = [...path, "examples", index, "params"];
      if (wrong >= 0) {
        const expected = (isNamed ? undefined : names[wrong]) ?? names.join(", ");
        const message = `${label} has "${given[wrong]}" where "${expected || "nothing"}" belongs`;
        const fix = "Write the parameters as the method has them.";
        return [spec.problem([...place, wrong], message, fix)];
      }
      const missing = needed.find((each) => !given.includes(each.name));
      if (!missing) return [];
      return [
        spec.problem(place, `${label} lacks the required "${missing.name}"`, "Add its value."),
      ];
    });
  });
}

function nameOf(item: Json): string {
  return isObject(item) ? textAt(item, "name") : "";
}
