import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  objectsAt,
  textAt,
} from "../specs/json.ts";
import { STANDARD_FORMATS } from "../specs/formats.ts";
import { chainsOf, defaultSegment, segmentsOf, serverUrl } from "./_servers.ts";

/** Version of OpenRPC that every tool reads; the document is the same in each version. */
const OPENRPC_VERSION = "1.2.6";

/**
 * The JSON-RPC document as other tools read it: without formats of our own, in a version that they know, each server a
 * URL, and errors without marks, which stand in `x-errors` by the names of the errors.
 *
 * @param openrpc The document, bundled.
 * @param segments The segments by name, as `x-segments` has them.
 */
export function publishOpenrpc(openrpc: JsonObject, segments: JsonObject): JsonObject {
  const document = withKnownFormats(openrpc);
  const { components, methods: _, servers: __, ...rest } = document;
  const errors = objectsAt(components, "errors");
  return {
    ...rest,
    openrpc: OPENRPC_VERSION,
    servers: serversOf(openrpc, segments, "http"),
    methods: arrayAt(document, "methods").map((method) => {
      if (!isObject(method)) return method;
      const isSocket = method["x-websocket"] === true;
      const chains = isSocket ? [] : chainsOf(method);
      if (!isSocket && chains.length === 0) return method;
      return { ...method, servers: serversOf(openrpc, segments, isSocket ? "ws" : "http", chains) };
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

/** A document as other tools read it: without formats of our own, which strict validators refuse. */
export function withKnownFormats(document: JsonObject): JsonObject {
  return mapObjects(document, (object) => {
    const { format, ...rest } = object;
    if (typeof format !== "string" || typeof object.type !== "string") return object;
    return format in STANDARD_FORMATS ? object : rest;
  });
}

/** The URLs of a protocol, that of the default segment first: tools take the first server, and most examples are of it. */
function serversOf(
  openrpc: JsonObject,
  segments: JsonObject,
  protocol: "http" | "ws",
  chains: readonly Json[] = [],
): JsonObject[] {
  const own = arrayAt(openrpc, "servers");
  const server = own.find((each) => textAt(each, "url").startsWith(`${protocol}:`));
  const preferred = defaultSegment(server);
  const rankOf = ([segment]: [string, unknown]): number => (segment === preferred ? 0 : 1);
  return Object.entries(segmentsOf(segments, chains))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(([segment, about]) => ({
      name: `${textAt(server, "name")} ${segment}`,
      description: textAt(about, "description"),
      url: serverUrl(server, segment),
    }));
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
