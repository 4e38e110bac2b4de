import type { Model, Operation, RequestBody } from "../specs/model/mod.ts";
import { PARTS } from "./merge.ts";
import { pascalCase } from "../specs/generated_names.ts";
import { callType, docComment, HEADER, literal } from "./_source_text.ts";

/** The `paths` interface that openapi-fetch reads. */
export function emitPaths({ operations }: Model): string {
  const paths = Map.groupBy(operations, ({ template }) => template);
  const members = [...paths].map(
    ([template, list]) =>
      `${docComment([`${list.map(({ id }) => `\`${id}\``).join(", ")}.`], "  ")}\n  ${literal(template)}: {\n${list.map(verbMember).join("\n")}\n  };`,
  );
  return `${HEADER}
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

/** Every path with what each of its operations takes and answers, as on the wire. */
export interface paths {
${members.join("\n")}
}
`;
}

function verbMember(operation: Operation): string {
  const { id, verb, summary, body, data, status, failures } = operation;
  const name = pascalCase(id);
  const responses = [
    [String(status), data === undefined ? "" : `Wire<${callType(name, "Response")}>`],
    ...Object.entries(failures).map(([failure, schema]) => [failure, `Wire<Types.${schema}>`]),
  ];
  return `${docComment([`${summary}.`], "    ", operation.deprecation)}
    ${verb}: {
      parameters: {
        ${parametersMember(operation, "query", name)};
        ${parametersMember(operation, "path", name)};
        ${parametersMember(operation, "header", name)};
        cookie?: never;
      };
      ${bodyMember(body, name)};
      responses: {
${responses.map(([key, type]) => responseMember(key ?? "", type ?? "")).join("\n")}
      };
    };`;
}

function parametersMember(
  { parameters }: Operation,
  place: keyof typeof PARTS,
  name: string,
): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return `${place}?: never`;
  const type = `Wire<${callType(name, PARTS[place])}>`;
  const isRequired = own.some((parameter) => parameter.required);
  return isRequired ? `${place}: ${type}` : `${place}?: ${type} | undefined`;
}

function bodyMember(body: RequestBody | undefined, name: string): string {
  if (!body) return "requestBody?: never";
  const type = `Wire<${callType(name, "Body")}>`;
  return `requestBody${body.required ? "" : "?"}: { content: { "application/json": ${type} } }`;
}

function responseMember(status: string, type: string): string {
  const content = type === "" ? "content?: never" : `content: { "application/json": ${type} }`;
  const key = /^\d+$/.test(status) ? status : literal(status);
  return `        ${key}: { headers: Record<string, unknown>; ${content} };`;
}
