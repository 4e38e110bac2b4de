import type { Method } from "../specs/model/mod.ts";
import { docComment, label, pascalCase, union, literal } from "./source_text.ts";
import type { Layer, Schemas } from "../specs/layer.ts";
import { describeParameter } from "./describe_parameter.ts";
import { segmentFields } from "./segment_fields.ts";

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
      result,
      height,
      identity,
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
        ...(layer === "given" ? { identity, segment: segmentFields(result, schemas) } : {}),
        safe,
        ...(layer === "given" && !safe ? { errors } : {}),
        deprecated: deprecation,
        chains,
      },
    ],
  );
}

/** Validators of a method: of its parameters by name, and of its result. */
export function methodValidators({ name, parameters }: Method): string {
  const type = `v.zRpc${pascalCase(name)}`;
  const params = parameters.length > 0 ? `params: ${type}Body, ` : "";
  return `{ ${params}result: ${type}Response }`;
}

/** A member of an interface of methods: what its handler is given, what it answers, chains that have it. */
export function serviceMember({ name, summary, parameters, chains }: Method): string {
  const type = `Types.Rpc${pascalCase(name)}`;
  const labelled = parameters.map(({ name: own, required, schema }) => {
    const value = `${type}Body[${JSON.stringify(own)}]`;
    if (required) return `${label(own)}: ${value}`;
    return schema.default !== undefined
      ? `${label(own)}: NonNullable<${value}>`
      : `${label(own)}: ${value} | undefined`;
  });
  return `${docComment([`${summary}.`], "  ")}
  ${name}: {
    params: [${labelled.join(", ")}];
    result: ${type}Response;
    chains: ${union(chains)};
  };`;
}
