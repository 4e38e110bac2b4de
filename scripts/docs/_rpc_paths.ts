import { arrayAt, type Json, type JsonObject, objectAt, textAt, isObject } from "../specs/json.ts";
import type { Method, Topic } from "../specs/model/mod.ts";
import { clientLine } from "./_client_functions.ts";
import { samplesOf } from "./_code_samples.ts";
import { methodCall, type PageCall, topicCall } from "./_page_calls.ts";
import { type RpcDocument, valueOf } from "./_rpc_document.ts";
import {
  answerExample,
  answerSchema,
  type Called,
  type Examples,
  jsonContent,
  paramsOf,
  requestExample,
  requestSchema,
  withoutExamples,
} from "./_rpc_messages.ts";
import { sourceMark } from "./_source_mark.ts";
import { errorCode, rpcErrorTable } from "./_tables.ts";
import { IN_CODE, typeText } from "./_type_text.ts";

/** The calls that a method and a topic are shown by. */
interface Shown {
  readonly operationId: string;
  readonly name: string;
  readonly deprecated?: boolean;
  readonly protocol: "http" | "ws";
  /** Type of the result of the client's function. */
  readonly type: string;
  readonly request: JsonObject;
  readonly answer: JsonObject;
  readonly call: PageCall;
}

/** A message and its answers as an OpenAPI path item: a POST with the full request as its body. */
function pathOf(rpc: RpcDocument, holder: JsonObject, tag: string, shown: Shown): JsonObject {
  const { operationId, name, deprecated, protocol, type, request, answer, call } = shown;
  const description = [
    `**${textAt(holder, "summary")}.** ${textAt(holder, "description")} ${sourceMark(holder, rpc.schemas)}`,
    clientLine(call, type, rpc.hasLibrary),
  ].filter(Boolean);
  return {
    ...(holder["x-chains"] === undefined ? {} : { "x-chains": holder["x-chains"] }),
    servers: rpc.servers(protocol),
    post: {
      operationId,
      summary: name,
      deprecated,
      description: description.join("\n\n"),
      tags: [tag],
      requestBody: { required: true, content: request },
      responses: { "200": answer },
      "x-codeSamples": samplesOf(call),
      "x-run": call as unknown as JsonObject,
      // An API key has no meaning for devnet control.
      ...(call.kind === "dev" && { security: [] }),
    },
  };
}

/** The names that a method's form of call has in the envelope. */
const STANDARD = { request: "request", success: "success", failure: "failure" } as const;
const SIMPLIFIED = {
  request: "simplified",
  success: "simplifiedSuccess",
  failure: "simplifiedFailure",
} as const;

/** A method as an OpenAPI path item. */
export function methodPath(rpc: RpcDocument, method: Method, tag: string): JsonObject {
  const { name, kind, value } = method;
  const call = methodCall(rpc, method);
  const form = kind === "simplified" ? SIMPLIFIED : STANDARD;
  const examples = arrayAt(value, "examples");
  const requests = examples.map((example) => {
    const params = paramsOf(example, method);
    return [textAt(example, "name"), { value: requestExample(rpc, form.request, name, params) }];
  });
  return pathOf(rpc, value, tag, {
    operationId: name,
    name,
    deprecated: method.deprecation !== undefined,
    protocol: kind === "websocket" ? "ws" : "http",
    type: typeText(method.result, IN_CODE),
    request: jsonContent(
      requestSchema(rpc, form.request, method),
      Object.fromEntries(requests) as Examples,
    ),
    answer: replies(rpc, form, method),
    call,
  });
}

function replies(
  rpc: RpcDocument,
  form: typeof STANDARD | typeof SIMPLIFIED,
  method: Method,
): JsonObject {
  const success = rpc.envelope(form.success);
  const failure = rpc.envelope(form.failure);
  const errors = rpc.errorsOf(method);
  const schema: JsonObject = {
    oneOf: [
      { ...answerSchema(success, "result", rpc.resultOf(method)), title: "Result" },
      { ...withoutExamples(failure), title: "Error" },
    ],
  };
  const examples: Examples = {};
  for (const example of arrayAt(method.value, "examples")) {
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

/**
 * A topic as an OpenAPI path item: the body is the message that subscribes, the answers are the messages that then arrive:
 * the subscription, the events, and the reorg notice where the topic carries it.
 */
export function topicPath(rpc: RpcDocument, topic: Topic, tag: string): JsonObject {
  const { name, value } = topic;
  const subscribe = rpc.subscribe.name;
  const call = topicCall(rpc, topic);
  const parameters = subscribeParams(rpc, topic);
  const example = (...params: Json[]): JsonObject => ({
    value: requestExample(rpc, "request", subscribe, params),
  });
  return pathOf(rpc, value, tag, {
    operationId: `topic_${name}`,
    name,
    protocol: "ws",
    type: "",
    request: jsonContent(
      requestSchema(rpc, "request", {
        ...{ name: subscribe, parameters, paramStructure: "by-position" },
      }),
      {
        Subscribe: example(name),
        ...(value["x-live"] !== true && {
          "Resume after a cursor": example(name, { after: value.after }),
        }),
      },
    ),
    answer: messages(rpc, topic),
    call,
  });
}

/** The parameters of the subscribe method, narrowed to one topic and its filter. */
function subscribeParams(rpc: RpcDocument, { name, filter }: Topic): Called["parameters"] {
  const [first, second] = rpc.subscribe.parameters.map(({ value }) => value);
  const named = { value: { ...first, schema: { type: "string", const: name } } };
  return second ? [named, { value: { ...second, schema: filter } }] : [named];
}

function messages(rpc: RpcDocument, { payload, reorgNotice, value: topic }: Topic): JsonObject {
  const success = rpc.envelope("success");
  const [first = null] = arrayAt(rpc.subscribe.value, "examples");
  const kinds: JsonObject[] = [
    { ...answerSchema(success, "result", rpc.resultOf(rpc.subscribe)), title: "Subscription" },
    { ...eventSchema(rpc, payload), title: "Event" },
  ];
  const subscribed = valueOf(objectAt(first, "result"));
  // A live topic has no cursors.
  const shown =
    topic["x-live"] === true && isObject(subscribed)
      ? { subscription: subscribed.subscription }
      : subscribed;
  const examples: Examples = {
    Subscription: { value: answerExample(success, "result", shown) },
    Event: { value: eventExample(rpc, topic.example, topic.cursor) },
  };
  if (reorgNotice) {
    const notice = objectAt(rpc.value, "x-notification", "reorgNotice");
    kinds.push({ ...eventSchema(rpc, objectAt(notice, "schema")), title: "Reorg notice" });
    examples["Reorg notice"] = { value: eventExample(rpc, notice.example, topic.cursor) };
  }
  return {
    description:
      "What arrives on the connection: the subscription first, then a notification for each event.",
    content: jsonContent({ oneOf: kinds }, examples),
  };
}

/** Schema of the notification that carries `payload`. */
export function eventSchema(rpc: RpcDocument, payload: JsonObject): JsonObject {
  const notification = rpc.resolve(objectAt(rpc.value, "x-notification").schema);
  const params = objectAt(notification, "properties", "params");
  const event = rpc.resolve(params);
  const { examples: _, ...result } = objectAt(event, "properties", "result");
  const { $ref: __, ...about } = params;
  const carried = { ...answerSchema(event, "result", { ...payload, ...result }), ...about };
  return withoutExamples(answerSchema(notification, "params", carried));
}

export function eventExample(
  rpc: RpcDocument,
  result: Json | undefined,
  cursor: Json | undefined,
): JsonObject {
  const example = objectAt(rpc.value, "x-notification", "example");
  return { ...example, params: { ...objectAt(example, "params"), result, cursor } };
}
