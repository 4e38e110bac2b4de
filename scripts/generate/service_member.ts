import type { Method } from "../specs/model/mod.ts";
import { docComment, label, pascalCase, union } from "./source_text.ts";

/** A member of an interface of methods: what its handler is given, what it answers, chains that have it. */
export function serviceMember({ name, summary, parameters, chains }: Method): string {
  const type = `Types.Rpc${pascalCase(name)}`;
  const labelled = parameters.map(({ name: own, required, schema }) => {
    const value = `${type}Data["body"][${JSON.stringify(own)}]`;
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
