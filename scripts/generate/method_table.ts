import type { Layer, Schemas } from "../specs/layer.ts";
import type { Method } from "../specs/model/mod.ts";
import { describeParameter } from "./describe_parameter.ts";
import { literal } from "./source_text.ts";

/** A table of methods, with the bounds that hold at `layer`. */
export function methodTable(methods: readonly Method[], schemas: Schemas, layer: Layer): string {
  return literal(Object.fromEntries(methodRows(methods, schemas, layer)));
}

/** Its rows, by their names. */
export function methodRows(
  methods: readonly Method[],
  schemas: Schemas,
  layer: Layer,
): [name: string, row: object][] {
  return methods.map(
    ({
      name,
      parameters,
      paramStructure,
      height,
      safe,
      errors,
      deprecation,
      chains,
    }): [string, object] => [
      name,
      {
        parameters: parameters.map((parameter) => describeParameter(parameter, schemas, layer)),
        paramStructure: paramStructure === "by-position" ? undefined : paramStructure,
        height,
        safe,
        ...(layer === "given" && !safe ? { errors } : {}),
        deprecated: deprecation,
        chains,
      },
    ],
  );
}
