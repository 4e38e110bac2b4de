import { bundleOpenrpc } from "../specs/bundle_openrpc.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type Method, type Model, readModel, type Topic } from "../specs/model/mod.ts";
import { refName } from "../specs/named_schemas.ts";
import { derefIn, type Specs } from "../specs/specs.ts";
import { exampleSegment, serverUrl } from "./_servers.ts";

/** The bundled JSON-RPC document and the model, with the look-ups the page needs. */
export class RpcDocument {
  readonly value: JsonObject;
  readonly schemas: JsonObject;
  readonly model: Model;
  /** True if the reference of the library stands beside the page. */
  readonly hasLibrary: boolean;

  constructor(specs: Specs, hasLibrary = false) {
    this.value = bundleOpenrpc(specs);
    this.schemas = objectAt(this.value, "components", "schemas");
    this.model = readModel(specs);
    this.hasLibrary = hasLibrary;
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
  resultOf(method: Method): JsonObject {
    const { name: _, schema, ...about } = this.resolve(method.value.result);
    return { ...(isObject(schema) ? schema : {}), ...about };
  }

  /** Errors of every call and of the method itself, without duplicates. */
  errorsOf(method: Method): JsonObject[] {
    const envelope = objectAt(this.value, "x-envelope");
    const errors = [envelope, method.value].flatMap((holder) => arrayAt(holder, "errors"));
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
  tagOf(method: Method): string {
    return textAt(this.resolve(arrayAt(method.value, "tags")[0]), "name");
  }

  /** The segment of the examples of a method or a topic, and its URL. */
  placeOf(part: Method | Topic, protocol: "http" | "ws"): { segment: string; url: string } {
    const segment = exampleSegment(part, this.value, this.model.segments);
    return { segment, url: serverUrl(this.servers(protocol)[0], segment) };
  }

  /** The method that subscribes to a topic: the WebSocket method whose parameter is named by the topics. */
  get subscribe(): Method {
    const found = this.model.methods.find(
      ({ kind, parameters }) => kind === "websocket" && parameters.some(isTopicName),
    );
    if (!found) throw new TypeError("Cannot show topics: no WebSocket method takes a TopicName");
    return found;
  }
}

function isTopicName({ schema }: Method["parameters"][number]): boolean {
  return refName(textAt(schema, "$ref")) === "TopicName";
}

/** The value of a parameter or a result in an example. */
export function valueOf(holder: Json): Json {
  return isObject(holder) ? (holder.value ?? null) : null;
}
