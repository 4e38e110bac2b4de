import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { elementsOf } from "../elements.ts";
import { objectAt, textAt } from "../json.ts";

/** Each element says where it comes from, and why it was decided where it was. */
export function missingSource(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap(({ spec, path, label, value }) => {
    const source = value["x-source"];
    if (source !== "given" && source !== "decided") {
      const fix =
        "Add `x-source: given` if the interface gives it, else `x-source: decided` and a one-line `x-reason`.";
      return [spec.problem(path, `${label} has no x-source`, fix)];
    }
    const onTop = value["x-decided"] ?? objectAt(value, "schema")["x-decided"];
    const needsReason = source === "decided" || onTop !== undefined;
    if (!needsReason || textAt(value, "x-reason")) return [];
    return [
      spec.problem(path, `${label} is decided without an x-reason`, "Add a one-line `x-reason`."),
    ];
  });
}
