import { bundleOpenrpc } from "../specs/bundle_openrpc.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import { derefIn, type Specs } from "../specs/specs.ts";
import type { MethodCall, Subscription } from "./_code_samples.ts";
import { exampleSegment, serverUrl } from "./_servers.ts";

/** The bundled JSON-RPC document, with the look-ups the page needs. */
export class RpcDocument {
  readonly value: JsonObject;
  readonly schemas: JsonObject;
  /** The methods, devnet control left out. */
  readonly methods: readonly JsonObject[];
  /** The methods of devnet control. */
  readonly devMethods: readonly JsonObject[];
  /** The topics by name. */
  readonly topics: readonly (readonly [name: string, topic: JsonObject])[];
  /** True if the reference of the library stands beside the page. */
  readonly hasLibrary: boolean;
  /** The segments by name, as `x-segments` has them. */
  readonly #segments: JsonObject;

  constructor(specs: Specs, hasLibrary = false) {
    const value = bundleOpenrpc(specs);
    this.value = value;
    this.schemas = objectAt(objectAt(value, "components"), "schemas");
    this.methods = arrayAt(value, "methods").filter(isObject);
    this.devMethods = arrayAt(objectAt(value, "x-dev"), "methods").filter(isObject);
    this.topics = Object.entries(objectsAt(value, "x-topics"));
    this.hasLibrary = hasLibrary;
    this.#segments = objectAt(specs.openapi.value, "x-segments");
  }

  /** `value`, or the target of its reference. */
  resolve(value: Json | undefined): JsonObject {
    return derefIn(this.value, value);
  }

  /** The schema of the envelope named `part`, such as `request` or `failure`. */
  envelope(part: string): JsonObject {
    return this.resolve(objectAt(this.value, "x-envelope")[part]);
  }

  /** The schema of a method's result, with the description and the marks of the result. */
  resultOf(method: JsonObject): JsonObject {
    const { name: _, schema, ...about } = this.resolve(method.result);
    return { ...(isObject(schema) ? schema : {}), ...about };
  }

  /** Errors that any call may end in and those of the method itself, by code, without doubles. */
  errorsOf(method: JsonObject): JsonObject[] {
    const envelope = objectAt(this.value, "x-envelope");
    const errors = [envelope, method].flatMap((holder) => arrayAt(holder, "errors"));
    return [...new Set(errors.map((error) => this.resolve(error)))];
  }

  /** The servers whose URLs have the scheme `protocol`, as OpenAPI writes them. */
  servers(protocol: "http" | "ws"): JsonObject[] {
    const servers = arrayAt(this.value, "servers").filter(isObject);
    return servers
      .filter((server) => textAt(server, "url").startsWith(`${protocol}:`))
      .map(({ url, description, variables }) => ({ url, description, variables }));
  }

  /** The name of a method's tag. */
  tagOf(method: JsonObject): string {
    return textAt(this.resolve(arrayAt(method, "tags")[0]), "name");
  }

  #kindOf(method: JsonObject): MethodCall["kind"] {
    if (method["x-websocket"] === true) return "websocket";
    if (method["x-simplified"] === true) return "simplified";
    return this.devMethods.some(({ name }) => name === method.name) ? "dev" : "method";
  }

  /** A method in its first example. */
  callOf(method: JsonObject): MethodCall {
    const [first = null] = arrayAt(method, "examples");
    const [topic] = this.topics;
    const kind = this.#kindOf(method);
    const place = this.#exampleOf(method, kind === "websocket" ? "ws" : "http");
    return {
      ...place,
      name: textAt(method, "name"),
      params: arrayAt(first, "params").map(valueOf),
      kind,
      tokenHeader: textAt(objectAt(this.value, "x-dev"), "header"),
      topic: topic && { ...place, name: topic[0], after: topic[1].after },
    };
  }

  /** A topic, resumed after the cursor of its example. */
  subscriptionOf([name, topic]: readonly [string, JsonObject]): Subscription {
    return { ...this.#exampleOf(topic, "ws"), name, after: topic.after };
  }

  /** The segment of the examples of a method or a topic, and its URL. */
  #exampleOf(holder: JsonObject, protocol: "http" | "ws"): { segment: string; url: string } {
    const segment = exampleSegment(holder, this.value, this.#segments);
    return { segment, url: serverUrl(this.servers(protocol)[0], segment) };
  }

  /** The method that subscribes to a topic: the WebSocket method whose parameter is named by the topics. */
  get subscribe(): JsonObject {
    const found = this.methods.find(
      (method) => method["x-websocket"] === true && this.#takesTopic(method),
    );
    if (!found) throw new TypeError("Cannot show topics: no WebSocket method takes a TopicName");
    return found;
  }

  #takesTopic(method: JsonObject): boolean {
    return arrayAt(method, "params").some(
      (param) => refName(textAt(objectAt(this.resolve(param), "schema"), "$ref")) === "TopicName",
    );
  }
}

/** The value of a parameter or a result in an example. */
export function valueOf(holder: Json): Json {
  return isObject(holder) ? (holder.value ?? null) : null;
}
