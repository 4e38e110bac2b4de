import type { Problem } from "../spec_error.ts";
import { deref, type Specs } from "../specs.ts";
import { alternativesOf } from "../alternatives_of.ts";
import { operationsOf } from "../calls.ts";
import { isRefusalStatus } from "../is_refusal_status.ts";
import { isObject, type JsonObject, objectAt, textAt } from "../json.ts";
import type { Schemas } from "../layer.ts";
import { readModel } from "../model/mod.ts";
import { typesOf } from "../types_of.ts";

/** Statuses of responses without content, by HTTP. */
const EMPTY: readonly string[] = ["204", "205", "304"];

/** Fields of the envelope of a success; the first two are always there. */
const ENVELOPE: readonly string[] = ["success", "data", "meta"];

/** Headers of responses that the service sends. */
const HEADERS: readonly string[] = [
  ...["Cache-Control", "Deprecation", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Sunset", "X-Request-Id"],
];

const FAILURE = "#/components/schemas/ErrorEnvelope";

/** Each response is one that the service can send and the client reads: an envelope, a refusal, or nothing. */
export function unservableResponse(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return operationsOf(specs).flatMap(({ spec, path, value }) =>
    Object.entries(objectAt(value, "responses")).flatMap(([status, response]) => {
      const fault = faultOf(status, deref(specs, spec, response), schemas);
      const at = [...path, "responses", status];
      return fault ? [spec.problem(at, `response ${status}: ${fault[0]}`, fault[1])] : [];
    }),
  );
}

function faultOf(
  status: string,
  response: JsonObject,
  schemas: Schemas,
): readonly [message: string, fix: string] | undefined {
  const other = Object.keys(objectAt(response, "headers")).find((name) => !HEADERS.includes(name));
  if (other !== undefined) {
    const fix = `Write a field of \`data\`; the headers that it sends are ${HEADERS.join(", ")}.`;
    return [`it has a header "${other}", which the service does not send`, fix];
  }
  const content = objectAt(response, "content");
  if (EMPTY.includes(status)) {
    if (response.content === undefined) return undefined;
    return ["it cannot have content by HTTP", "Remove `content`, or use status 200."];
  }
  const schema = objectAt(objectAt(content, "application/json"), "schema");
  return isRefusalStatus(status) ? refusalFault(schema) : successFault(schema, schemas);
}

function refusalFault(schema: JsonObject): readonly [string, string] | undefined {
  if (textAt(schema, "$ref") === FAILURE) return undefined;
  const fix = `Write \`content: { application/json: { schema: { $ref: "${FAILURE}" } } }\`.`;
  return ["a refusal is not an ErrorEnvelope, which is what the service sends", fix];
}

function successFault(schema: JsonObject, schemas: Schemas): readonly [string, string] | undefined {
  const properties = objectAt(schema, "properties");
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = ENVELOPE.slice(0, 2).find(
    (name) => !isObject(properties[name]) || !required.includes(name),
  );
  if (missing !== undefined) {
    return [
      `its envelope has no required "${missing}"`,
      "Require success and data, and meta beside.",
    ];
  }
  const other = Object.keys(properties).find((name) => !ENVELOPE.includes(name));
  if (other === undefined) return textFault(objectAt(properties, "data"), schemas);
  const fix = "Write it into the schema of `data`; the envelope is success, data and meta.";
  return [`its envelope has a field "${other}", which the service does not send`, fix];
}

/** A text that a handler answers is JSON that was rendered before. */
function textFault(data: JsonObject, schemas: Schemas): readonly [string, string] | undefined {
  const isText = alternativesOf(data, schemas).some((each) => typesOf(each).includes("string"));
  if (!isText) return undefined;
  return [
    "its data may be a text, which the service cannot tell from rendered JSON",
    "Write an object with the text in a field.",
  ];
}
