import type { Method, Schemas } from "../specs/read_model.ts";
import type { Strength } from "../specs/strength.ts";
import { describeParameter } from "./describe_parameter.ts";
import { literal } from "./source_text.ts";

/** A table of methods, with the bounds that hold at `strength`. */
export function methodTable(
  methods: readonly Method[],
  schemas: Schemas,
  strength: Strength,
): string {
  return literal(Object.fromEntries(methodRows(methods, schemas, strength)));
}

/** Its rows, by their names. */
export function methodRows(
  methods: readonly Method[],
  schemas: Schemas,
  strength: Strength,
): [name: string, row: object][] {
  return methods.map(({ name, parameters, height, safe, chains }): [string, object] => [
    name,
    {
      parameters: parameters.map((parameter) => describeParameter(parameter, schemas, strength)),
      height,
      safe,
      chains,
    },
  ]);
}
