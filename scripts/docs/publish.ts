import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  objectsAt,
} from "../specs/json.ts";
import { STANDARD_FORMATS } from "../specs/formats.ts";

/** Version of OpenRPC that every tool reads; what the document says is the same in each. */
const OPENRPC_VERSION = "1.2.6";

/** The REST document as other tools read it: without formats of our own, which strict validators refuse. */
export function publishOpenapi(openapi: JsonObject): JsonObject {
  return withKnownFormats(openapi);
}

/**
 * The JSON-RPC document as other tools read it: without formats of our own, in a version that they know, each server a
 * URL, and errors without marks, which stand in `x-errors` by the names of the errors.
 *
 * @param openrpc The document, bundled.
 * @param segments The segments by name, as `x-segments` has them.
 */
export function publishOpenrpc(openrpc: JsonObject, segments: JsonObject): JsonObject {
  const { components, methods, servers, ...rest } = withKnownFormats(openrpc);
  const errors = objectsAt(components, "errors");
  const all = serversOf(servers, segments);
  return {
    ...rest,
    openrpc: OPENRPC_VERSION,
    servers: all("http"),
    methods: (Array.isArray(methods) ? methods : []).map((method) => {
      if (!isObject(method)) return method;
      if (method["x-websocket"] === true) return { ...method, servers: all("ws") };
      const chains = arrayAt(method, "x-chains");
      return chains.length === 0 ? method : { ...method, servers: all("http", chains) };
    }),
    "x-errors": mapEntries(errors, withoutCode),
    components: {
      ...(isObject(components) ? components : {}),
      errors: mapEntries(errors, ({ code, message, ...marks }) => {
        const { data } = objectAt(marks, "x-example");
        return { code, message, ...(data === undefined ? {} : { data }) };
      }),
    },
  };
}

function withKnownFormats(document: JsonObject): JsonObject {
  return mapObjects(document, (object) => {
    const { format, ...rest } = object;
    if (typeof format !== "string" || typeof object.type !== "string") return object;
    return format in STANDARD_FORMATS ? object : rest;
  }) as JsonObject;
}

/** The URLs of a protocol, that of the default segment first: tools take the first server, and most examples are of it. */
function serversOf(
  servers: Json | undefined,
  segments: JsonObject,
): (protocol: "http" | "ws", chains?: readonly Json[]) => JsonObject[] {
  return (protocol, chains = []) => {
    const own = (Array.isArray(servers) ? servers : []).filter(isObject);
    const server = own.find(({ url }) => String(url).startsWith(`${protocol}:`)) ?? {};
    const { variables, url, name } = server;
    const host = String(objectAt(objectAt({ variables }, "variables"), "host").default);
    const named = Object.entries(segments).filter(
      ([, segment]) =>
        chains.length === 0 || chains.includes(objectAt({ segment }, "segment").chain ?? null),
    );
    const { default: preferred } = objectAt(objectAt({ variables }, "variables"), "segment");
    const rankOf = ([segment]: (typeof named)[number]): number => (segment === preferred ? 0 : 1);
    return named
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map(([segment, about]) => ({
        name: `${String(name)} ${segment}`,
        description: objectAt({ about }, "about").description,
        url: String(url).replace("{host}", host).replace("{segment}", segment),
      }));
  };
}

function withoutCode(error: JsonObject): JsonObject {
  const marks = Object.entries(error).filter(([key]) => key.startsWith("x-"));
  return Object.fromEntries(marks);
}

function mapEntries(
  objects: Readonly<Record<string, JsonObject>>,
  change: (object: JsonObject) => JsonObject,
): JsonObject {
  return Object.fromEntries(Object.entries(objects).map(([name, one]) => [name, change(one)]));
}
