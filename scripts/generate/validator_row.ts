import type { Method } from "../specs/model/mod.ts";
import { pascalCase } from "./source_text.ts";

/** A row of a table of validators: those of a method's parameters and of its result. */
export function validatorRow({ name, parameters }: Method): string {
  const type = `v.zRpc${pascalCase(name)}`;
  const params = parameters.map(
    (parameter) => `${type}Body.shape[${JSON.stringify(parameter.name)}]`,
  );
  return `  ${name}: { params: [${params.join(", ")}], result: ${type}Response },`;
}
