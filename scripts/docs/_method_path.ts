import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { clientLine, methodFunction } from "./_client_functions.ts";
import { type MethodCall, methodSamples, variableOf } from "./_code_samples.ts";
import type { RpcDocument } from "./_rpc_document.ts";
import {
  answerExample,
  answerSchema,
  type Examples,
  jsonContent,
  requestExample,
  requestSchema,
  withoutExamples,
} from "./_rpc_messages.ts";
import { sourceMark } from "./_source_mark.ts";
import { errorCode, rpcErrorTable } from "./_tables.ts";

/** The names that a method's form of call has in the envelope. */
interface Form {
  readonly request: "request" | "simplified";
  readonly success: string;
  readonly failure: string;
}

const STANDARD: Form = { request: "request", success: "success", failure: "failure" };
const SIMPLIFIED: Form = {
  request: "simplified",
  success: "simplifiedSuccess",
  failure: "simplifiedFailure",
};

/** A method as an OpenAPI path item: a POST with the full request as its body. */
export function methodPath(rpc: RpcDocument, method: JsonObject, tag: string): JsonObject {
  const form = method["x-simplified"] === true ? SIMPLIFIED : STANDARD;
  const name = textAt(method, "name");
  const params = arrayAt(method, "params").map((param) => rpc.resolve(param));
  const errors = errorsOf(rpc, method);
  const protocol = method["x-websocket"] === true ? "ws" : "http";
  const example = rpc.exampleOf(method, protocol);
  const client = methodFunction(rpc, method, variableOf(example.segment));
  const description = [
    `**${textAt(method, "summary")}.** ${textAt(method, "description")} ${sourceMark(method, rpc.schemas)}`,
    ...(client ? [clientLine(client, rpc.hasLibrary)] : []),
  ];
  const first = arrayAt(method, "examples")[0] ?? null;
  const [topic] = rpc.topics;
  return {
    ...(method["x-chains"] === undefined ? {} : { "x-chains": method["x-chains"] }),
    servers: rpc.servers(protocol),
    post: {
      operationId: name,
      summary: name,
      deprecated: method.deprecated === true,
      description: description.join("\n\n"),
      tags: [tag],
      requestBody: {
        required: true,
        content: jsonContent(
          requestSchema(rpc, form.request, { name, params, structure: structureOf(method) }),
          requestExamples(rpc, form, method),
        ),
      },
      responses: { "200": answer(rpc, form, method, errors) },
      "x-codeSamples": methodSamples({
        name,
        params: arrayAt(first, "params").map(valueOf),
        kind: kindOf(rpc, method),
        ...example,
        tokenHeader: textAt(objectAt(rpc.value, "x-dev"), "header"),
        topic: topic && { name: topic[0], after: topic[1].after },
      }),
    },
  };
}

function kindOf(rpc: RpcDocument, method: JsonObject): MethodCall["kind"] {
  if (method["x-websocket"] === true) return "websocket";
  if (method["x-simplified"] === true) return "simplified";
  return rpc.isDev(method) ? "dev" : "method";
}

function requestExamples(rpc: RpcDocument, { request }: Form, method: JsonObject): Examples {
  return Object.fromEntries(
    arrayAt(method, "examples").map((example) => {
      const value = requestExample(rpc, request, textAt(method, "name"), paramsOf(method, example));
      return [textAt(example, "name"), { value }];
    }),
  );
}

/** Form of a method's parameters: by position, by name, or either. */
function structureOf(method: JsonObject): string {
  return textAt(method, "paramStructure") || "either";
}

function paramsOf(method: JsonObject, example: Json): Json {
  const params = arrayAt(example, "params");
  if (structureOf(method) !== "by-name") return params.map(valueOf);
  return Object.fromEntries(params.map((param) => [textAt(param, "name"), valueOf(param)]));
}

function answer(
  rpc: RpcDocument,
  form: Form,
  method: JsonObject,
  errors: readonly JsonObject[],
): JsonObject {
  const success = rpc.envelope(form.success);
  const failure = rpc.envelope(form.failure);
  const schema: JsonObject = {
    oneOf: [
      { ...answerSchema(success, "result", resultSchema(rpc, method)), title: "Result" },
      { ...withoutExamples(failure), title: "Error" },
    ],
  };
  const examples: Examples = {};
  for (const example of arrayAt(method, "examples")) {
    const value = answerExample(success, "result", valueOf(objectAt(example, "result")));
    examples[textAt(example, "name")] = { value };
  }
  for (const error of errors) {
    const value = answerExample(failure, "error", objectAt(error, "x-example"));
    examples[`${errorCode(error)} ${textAt(error, "message")}`] = { value };
  }
  return {
    description: `The answer: a result or an error.\n\n${rpcErrorTable(errors)}`,
    content: jsonContent(schema, examples),
  };
}

/** The schema of a method's result, with the description and the marks of the result. */
function resultSchema(rpc: RpcDocument, method: JsonObject): JsonObject {
  const { name: _, schema, ...about } = rpc.resolve(method.result);
  return { ...(isObject(schema) ? schema : {}), ...about };
}

/** Errors of the method itself and those of any call, by code, without doubles. */
function errorsOf(rpc: RpcDocument, method: JsonObject): JsonObject[] {
  const own = arrayAt(method, "errors").map((error) => rpc.resolve(error));
  return [...new Set([...rpc.envelopeErrors, ...own])];
}

function valueOf(holder: Json): Json {
  return isObject(holder) ? (holder.value ?? null) : null;
}
