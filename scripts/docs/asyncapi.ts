import {
  arrayAt,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  textAt,
} from "../specs/json.ts";
import { type Method, readModel, type Topic } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { RpcDocument, valueOf } from "./_rpc_document.ts";
import {
  answerExample,
  answerSchema,
  paramsOf,
  requestExample,
  requestSchema,
  withoutExamples,
} from "./_rpc_messages.ts";
import { eventExample, eventSchema } from "./_rpc_paths.ts";
import { chainsOf, segmentsOf, serverUrl } from "./_servers.ts";
import { withKnownFormats } from "./publish.ts";

/** An AsyncAPI message object. */
interface Message extends JsonObject {
  /** Its key in the channels and in the components. */
  readonly name: string;
}

/** A call or a topic: its operation, and the messages of both directions. */
interface Exchange {
  readonly name: string;
  /** The chains that have it; none if all have it. */
  readonly chains: readonly Json[];
  readonly operation: JsonObject;
  readonly messages: readonly Message[];
  readonly reply?: readonly Message[];
}

/** Name of the server, in the document. */
const SERVER = "websocket";

/** Pairs a response with its request. */
const CORRELATION = { location: "$message.payload#/id" };

/**
 * The WebSocket side of the JSON-RPC spec as an AsyncAPI 3 document, seen from the service: it receives calls and
 * replies to them, and sends the events of topics. A channel is a connection; where only some chains have a call or a
 * topic, its channel has their segments alone.
 */
export function asyncapiDocument(specs: Specs): JsonObject {
  const rpc = new RpcDocument(specs);
  const { methods, topics } = rpc.model;
  const calls = methods.filter(({ kind }) => kind !== "simplified");
  const exchanges = [
    ...calls.map((method) => callExchange(rpc, method)),
    ...topics.map((topic) => topicExchange(rpc, topic)),
  ];
  const messages = exchanges.flatMap(messagesOf);
  const [server] = rpc.servers("ws");
  const { info } = rpc.value;
  return inDraft7(
    withKnownFormats({
      asyncapi: "3.0.0",
      info,
      defaultContentType: "application/json",
      servers: server ? { [SERVER]: serverOf(server) } : {},
      channels: channelsOf(specs, exchanges, server),
      operations: byName(exchanges.map((one) => ({ ...operationOf(one), name: one.name }))),
      components: {
        messages: Object.fromEntries(messages.map((message) => [message.name, message])),
        schemas: rpc.schemas,
      },
      "x-close-codes": rpc.value["x-close-codes"],
    }),
  );
}

/** The document as text, the same bytes for the same specs. */
export function asyncapiText(specs: Specs): string {
  return `${JSON.stringify(asyncapiDocument(specs), undefined, 2)}\n`;
}

function callExchange(rpc: RpcDocument, method: Method): Exchange {
  const { name, value } = method;
  const success = rpc.envelope("success");
  const examples = arrayAt(value, "examples");
  return {
    name,
    chains: chainsOf(value),
    operation: { action: "receive", ...textsOf(value), tags: [{ name: rpc.tagOf(method) }] },
    messages: [
      {
        name: `${name}.request`,
        title: `Call of ${name}`,
        correlationId: CORRELATION,
        payload: requestSchema(rpc, "request", method),
        examples: examples.map((example) => ({
          name: textAt(example, "name"),
          payload: requestExample(rpc, "request", name, paramsOf(example, method)),
        })),
      },
    ],
    reply: [
      {
        name: `${name}.result`,
        title: `Result of ${name}`,
        correlationId: CORRELATION,
        payload: answerSchema(success, "result", rpc.resultOf(method)),
        examples: examples.map((example) => ({
          name: textAt(example, "name"),
          payload: answerExample(success, "result", valueOf(objectAt(example, "result"))),
        })),
      },
      ...rpc.errorsOf(method).map((error) => errorMessage(rpc, error)),
    ],
  };
}

function errorMessage(rpc: RpcDocument, error: JsonObject): Message {
  const failure = rpc.envelope("failure");
  const base = rpc.resolve(objectAt(failure, "properties", "error"));
  const code = { ...objectAt(base, "properties", "code"), const: error.code };
  const payload = answerSchema(base, "code", withoutExamples(code));
  return {
    name: `error${String(error.code)}`,
    title: `${String(error.code)} ${textAt(error, "message")}`,
    summary: textAt(error, "x-description"),
    correlationId: CORRELATION,
    payload: answerSchema(failure, "error", payload),
    examples: [{ payload: answerExample(failure, "error", error["x-example"]) }],
  };
}

function topicExchange(
  rpc: RpcDocument,
  { name, payload, reorgNotice, value: topic }: Topic,
): Exchange {
  const notice = objectAt(rpc.value, "x-notification", "reorgNotice");
  const event = (key: string, title: string, carried: JsonObject, example?: Json): Message => ({
    name: key,
    title,
    payload: eventSchema(rpc, carried),
    examples: [{ payload: eventExample(rpc, example, topic.cursor) }],
  });
  return {
    name,
    chains: chainsOf(topic),
    operation: { action: "send", ...textsOf(topic) },
    messages: [
      event(`${name}.event`, textAt(topic, "summary"), payload, topic.example),
      ...(reorgNotice
        ? [event("reorgNotice", "Reorg notice", objectAt(notice, "schema"), notice.example)]
        : []),
    ],
  };
}

/** The texts of an operation for a call or a topic. */
function textsOf(holder: JsonObject): JsonObject {
  const { summary, description, "x-source": source, "x-reason": reason } = holder;
  return { summary, description, "x-source": source, "x-reason": reason };
}

function messagesOf({ messages, reply = [] }: Exchange): readonly Message[] {
  return [...messages, ...reply];
}

/** Key of an exchange's channel: the chains that have it, `all` if every chain has. */
function channelOf({ chains }: Exchange): string {
  return chains.join("_") || "all";
}

function operationOf(exchange: Exchange): JsonObject {
  const { operation, messages, reply } = exchange;
  const channel = `#/channels/${channelOf(exchange)}`;
  const refs = (list: readonly Message[]): JsonObject => ({
    channel: { $ref: channel },
    messages: list.map(({ name }) => ({ $ref: `${channel}/messages/${name}` })),
  });
  return { ...operation, ...refs(messages), ...(reply ? { reply: refs(reply) } : {}) };
}

function serverOf(server: JsonObject): JsonObject {
  const { host, protocol } = new URL(serverUrl(server, "segment"));
  return { host, protocol: protocol.replace(":", "") };
}

/** The channels by the chains whose segments they have. */
function channelsOf(
  specs: Specs,
  exchanges: readonly Exchange[],
  server: JsonObject | undefined,
): JsonObject {
  const url = textAt(server, "url") || (readModel(specs).servers.ws ?? "");
  const segments = objectAt(specs.openapi.value, "x-segments");
  const byChannel = Map.groupBy(exchanges, channelOf);
  const channels = [...byChannel].map(([key, sharing]): [string, JsonObject] => {
    const chains = sharing[0]?.chains ?? [];
    const refs = sharing
      .flatMap(messagesOf)
      .map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]);
    return [
      key,
      {
        title: chains.length === 0 ? "WebSocket of a segment" : `WebSocket on ${chains.join(", ")}`,
        // The path of the URL; its host may be a variable, so that it is no URL to parse.
        address: url.replace(/^(?:\w+:\/\/)?[^/]+/, ""),
        ...(server ? { servers: [{ $ref: `#/servers/${SERVER}` }] } : {}),
        parameters: {
          segment: {
            description: "Chain and network.",
            enum: Object.keys(segmentsOf(segments, chains)),
          },
        },
        messages: Object.fromEntries(refs) as JsonObject,
        bindings: { ws: keyBinding(specs) },
      },
    ];
  });
  return Object.fromEntries(channels);
}

/** An API key is shown when the connection is opened: in a header, or in the query where no header can be set. */
function keyBinding(specs: Specs): JsonObject {
  const { keyHeader, keyParameter } = readModel(specs);
  const takes = (name: string): JsonObject => ({
    type: "object",
    properties: { [name]: { type: "string", description: "API key. None is needed." } },
  });
  return { method: "GET", headers: takes(keyHeader), query: takes(keyParameter) };
}

function byName(operations: readonly (JsonObject & { name: string })[]): JsonObject {
  return Object.fromEntries(operations.map(({ name, ...operation }) => [name, operation]));
}

/** AsyncAPI has the JSON Schema of draft 7: `items` is what `prefixItems` is now, and nothing counts beside `$ref`. */
function inDraft7(document: JsonObject): JsonObject {
  return mapObjects(document, ({ prefixItems, ...object }) => {
    const { $ref, ...beside }: JsonObject = {
      ...object,
      ...(prefixItems ? { items: prefixItems } : {}),
    };
    if ($ref === undefined) return beside;
    return Object.keys(beside).length === 0 ? { $ref } : { ...beside, allOf: [{ $ref }] };
  });
}
