import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { clientLine, topicFunction } from "./_client_functions.ts";
import { topicSamples, variableOf } from "./_code_samples.ts";
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

/**
 * A topic as an OpenAPI path item: the body is the message that subscribes, the answers are what then arrives on the
 * connection: the subscription, the events, and the reorg notice where the topic carries it.
 */
export function topicPath(
  rpc: RpcDocument,
  [name, topic]: readonly [string, JsonObject],
  tag: string,
): JsonObject {
  const subscribe = textAt(rpc.subscribe, "name");
  const { segment, url } = rpc.exampleOf(topic, "ws");
  const description = [
    `**${textAt(topic, "summary")}.** ${textAt(topic, "description")} ${sourceMark(topic, rpc.schemas)}`,
    clientLine(topicFunction(name, variableOf(segment)), rpc.hasLibrary),
  ];
  return {
    ...(topic["x-chains"] === undefined ? {} : { "x-chains": topic["x-chains"] }),
    servers: rpc.servers("ws"),
    post: {
      operationId: `topic_${name}`,
      summary: name,
      description: description.join("\n\n"),
      tags: [tag],
      requestBody: {
        required: true,
        content: jsonContent(
          requestSchema(rpc, "request", {
            name: subscribe,
            params: subscribeParams(rpc, name, topic),
            structure: "by-position",
          }),
          {
            Subscribe: { value: requestExample(rpc, "request", subscribe, [name]) },
            "Resume after a cursor": {
              value: requestExample(rpc, "request", subscribe, [name, { after: topic.after }]),
            },
          },
        ),
      },
      responses: { "200": messages(rpc, topic) },
      "x-codeSamples": topicSamples({ name, after: topic.after }, subscribe, segment, url),
    },
  };
}

/** The parameters of the subscribe method, narrowed to one topic and its filter. */
function subscribeParams(rpc: RpcDocument, name: string, topic: JsonObject): JsonObject[] {
  const [first, second] = arrayAt(rpc.subscribe, "params").map((param) => rpc.resolve(param));
  const params: JsonObject[] = [{ ...first, schema: { type: "string", const: name } }];
  if (second && isObject(topic.filter)) params.push({ ...second, schema: topic.filter });
  return params;
}

function messages(rpc: RpcDocument, topic: JsonObject): JsonObject {
  const success = rpc.envelope("success");
  const { name: _, schema, ...about } = rpc.resolve(rpc.subscribe.result);
  const subscription = answerSchema(success, "result", {
    ...(isObject(schema) ? schema : {}),
    ...about,
  });
  const kinds: JsonObject[] = [
    { ...subscription, title: "Subscription" },
    { ...eventSchema(rpc, objectAt(topic, "payload")), title: "Event" },
  ];
  const examples: Examples = {
    Subscription: { value: answerExample(success, "result", subscriptionExample(rpc)) },
    Event: { value: eventExample(rpc, topic.example, topic.cursor) },
  };
  if (topic.reorgNotice === true) {
    const notice = objectAt(objectAt(rpc.value, "x-notification"), "reorgNotice");
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
function eventSchema(rpc: RpcDocument, payload: JsonObject): JsonObject {
  const notification = rpc.resolve(objectAt(rpc.value, "x-notification").schema);
  const params = objectAt(objectAt(notification, "properties"), "params");
  const event = rpc.resolve(params);
  const { examples: _, ...result } = objectAt(objectAt(event, "properties"), "result");
  const { $ref: __, ...about } = params;
  const carried = { ...answerSchema(event, "result", { ...payload, ...result }), ...about };
  return withoutExamples(answerSchema(notification, "params", carried));
}

function eventExample(
  rpc: RpcDocument,
  result: Json | undefined,
  cursor: Json | undefined,
): JsonObject {
  const example = objectAt(objectAt(rpc.value, "x-notification"), "example");
  return { ...example, params: { ...objectAt(example, "params"), result, cursor } };
}

function subscriptionExample(rpc: RpcDocument): Json {
  const example = arrayAt(rpc.subscribe, "examples")[0];
  return objectAt(example, "result").value ?? null;
}
