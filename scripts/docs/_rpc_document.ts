import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/layer.ts";
import { exampleSegment, serverUrl } from "./_expand_servers.ts";

/** The bundled JSON-RPC document, with the look-ups the page needs. */
export class RpcDocument {
  readonly value: JsonObject;
  readonly schemas: JsonObject;
  /** The segments by name, as `x-segments` has them. */
  readonly segments: JsonObject;
  /** True if the reference of the library stands beside the page. */
  readonly hasLibrary: boolean;

  /** @param value As `bundleOpenrpc` returns it: every reference is local. */
  constructor(value: JsonObject, segments: JsonObject, hasLibrary = false) {
    this.value = value;
    this.segments = segments;
    this.hasLibrary = hasLibrary;
    this.schemas = objectAt(objectAt(value, "components"), "schemas");
  }

  /** The methods, devnet control left out. */
  get methods(): JsonObject[] {
    return arrayAt(this.value, "methods").filter(isObject);
  }

  /** The methods of devnet control. */
  get devMethods(): JsonObject[] {
    return arrayAt(objectAt(this.value, "x-dev"), "methods").filter(isObject);
  }

  /** True if a method is one of devnet control. */
  isDev(method: JsonObject): boolean {
    return this.devMethods.some(({ name }) => name === method.name);
  }

  /** The topics by name. */
  get topics(): [string, JsonObject][] {
    const entries = Object.entries(objectAt(this.value, "x-topics"));
    return entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  }

  /** Every error. */
  get errors(): JsonObject[] {
    return Object.values(objectAt(objectAt(this.value, "components"), "errors")).filter(isObject);
  }

  /** `value`, or the target of its reference. */
  resolve(value: Json | undefined): JsonObject {
    if (!isObject(value)) return {};
    if (typeof value.$ref !== "string") return value;
    const keys = value.$ref.split("/").slice(1);
    let target: Json | undefined = this.value;
    for (const key of keys) target = isObject(target) ? target[key] : undefined;
    return this.resolve(target);
  }

  /** The schema of the envelope named `part`, such as `request` or `failure`. */
  envelope(part: string): JsonObject {
    return this.resolve(objectAt(this.value, "x-envelope")[part]);
  }

  /** Errors that any call may end in, whatever its method. */
  get envelopeErrors(): JsonObject[] {
    const errors = arrayAt(objectAt(this.value, "x-envelope"), "errors");
    return errors.map((error) => this.resolve(error));
  }

  /** The servers whose URLs have the scheme `protocol`, as OpenAPI writes them. */
  servers(protocol: "http" | "ws"): JsonObject[] {
    const servers = arrayAt(this.value, "servers").filter(isObject);
    return servers
      .filter((server) => textAt(server, "url").startsWith(`${protocol}:`))
      .map(({ url, description, variables }) => ({ url, description, variables }));
  }

  /** The segment of the examples of a method or a topic, and its URL. */
  exampleOf(holder: JsonObject, protocol: "http" | "ws"): { segment: string; url: string } {
    const segment = exampleSegment(holder, this.value, this.segments);
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
