import type { CommandParameter } from "../../src/tables.ts";
import { methodRow, operationRow, topicRow } from "../generate/emit_commands.ts";
import { arrayAt, type Json, objectAt, textAt } from "../specs/json.ts";
import { type Method, type Operation, readModel, type Topic } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { type RpcDocument, valueOf } from "./_rpc_document.ts";
import { exampleSegment, segmentsOf, serverUrl } from "./_servers.ts";

/** A parameter of a call, and its value in the first example. */
export interface Field {
  readonly info: CommandParameter;
  readonly value?: Json | undefined;
}

/** Values of the fields of a call, in order; undefined for an absent value. */
export type Values = readonly unknown[];

/** A call for the samples and the form of a page, with the values of its examples. */
export interface PageCall {
  readonly kind: "operation" | Method["kind"] | "topic";
  /** Id of an operation, name of a method or a topic. */
  readonly name: string;
  readonly segment: string;
  /** URL of the segment or of the host; for subscription calls and topics, of the WebSocket. */
  readonly url: string;
  readonly fields: readonly Field[];
  /** Values of the fields by the name of the example; absent for a single example. */
  readonly examples?: Readonly<Record<string, Values>>;
  /** Segments of the chains that have the call. */
  readonly segments: readonly string[];
  /** Summary of a call that is not safe, for which the form asks for confirmation. */
  readonly asks?: string | undefined;
  readonly request?: OperationRequest;
  /** True if a method takes its parameters by name alone. */
  readonly isByName?: boolean;
  /** Header of the token of devnet control. */
  readonly tokenHeader?: string;
  /** The topic in the client's sample of a subscription call. */
  readonly topic?: PageCall | undefined;
  /** Method that subscribes to a topic. */
  readonly subscribe?: string;
}

export interface OperationRequest {
  readonly verb: string;
  /** Path below the URL of the call. */
  readonly path: string;
  /** The body of the example; its fields are fields of the call. */
  readonly body?: Json | undefined;
  readonly isList: boolean;
}

/** An operation with the examples of its parameters. */
export function operationCall(specs: Specs, operation: Operation): PageCall {
  const { id, verb, path, template, server: name, parameters, items, value, chains } = operation;
  const openapi = specs.openapi.value;
  const model = readModel(specs);
  const body = objectAt(value, "requestBody", "content", "application/json").example;
  const segment = exampleSegment(operation, openapi, model.segments);
  const [server] = [objectAt(openapi, "paths", template), openapi].flatMap((holder) =>
    arrayAt(holder, "servers"),
  );
  const url = serverUrl({ ...objectAt(server), url: model.servers[name] }, segment);
  const row = operationRow(operation, model.schemas);
  const exampleOf = (info: CommandParameter): Json | undefined =>
    info.in === "body"
      ? objectAt(body)[info.name]
      : parameters.find((one) => one.name === info.name && one.in === info.in)?.value.example;
  return {
    ...{ kind: "operation", name: id, segment, url: url.replace("{segment}", segment) },
    fields: row.parameters.map((info) => ({ info, value: exampleOf(info) })),
    segments: Object.keys(segmentsOf(model.segments, chains)),
    asks: row.safe ? undefined : row.summary,
    request: { verb, path, body, isList: items !== undefined },
  };
}

/** A method with the parameters of its examples. */
export function methodCall(rpc: RpcDocument, method: Method): PageCall {
  const { name, kind, value, chains, paramStructure } = method;
  const isByName = paramStructure === "by-name";
  const row = methodRow(method, rpc.model.schemas);
  const parameters = kind === "websocket" ? row.parameters.map(asJson) : row.parameters;
  const examples = arrayAt(value, "examples").map((example) => {
    const params = arrayAt(example, "params");
    const ordered = parameters.map((info, index) =>
      isByName ? params.find((param) => textAt(param, "name") === info.name) : params[index],
    );
    return [textAt(example, "name"), ordered.map((param) => param && valueOf(param))] as const;
  });
  const [topic] = rpc.model.topics;
  return {
    ...{ kind, name, isByName, ...rpc.placeOf(method, kind === "websocket" ? "ws" : "http") },
    fields: parameters.map((info, index) => ({ info, value: examples[0]?.[1][index] })),
    ...(examples.length > 1 && { examples: Object.fromEntries(examples) }),
    segments: Object.keys(segmentsOf(rpc.model.segments, chains)),
    asks: kind === "dev" || (kind !== "websocket" && !row.safe) ? row.summary : undefined,
    tokenHeader: rpc.model.dev.header,
    ...(kind === "websocket" && topic && { topic: topicCall(rpc, topic) }),
  };
}

/** A parameter of a subscription call, as JSON, since no function of the client has it. */
function asJson({ name, description, required }: CommandParameter): CommandParameter {
  return {
    ...{ name, description, in: "positional", types: ["object", "string"] },
    ...{ expected: "a string or a JSON object", ...(required && { required }) },
  };
}

/** A topic, resumed after the cursor of its example. */
export function topicCall(rpc: RpcDocument, topic: Topic): PageCall {
  const { name, value, chains } = topic;
  const { filters } = topicRow(topic, rpc.model.schemas);
  return {
    ...{ kind: "topic", name, ...rpc.placeOf(topic, "ws"), subscribe: rpc.subscribe.name },
    fields: filters.map((info) =>
      info.name === "after" ? { info, value: value.after } : { info },
    ),
    segments: Object.keys(segmentsOf(rpc.model.segments, chains)),
  };
}
