import { CALL_MARKS, DEPRECATION, OPENRPC_MARKS, PUBLISHED_SOURCE, SOURCE } from "./marks.ts";
import {
  ANY,
  custom,
  FLAG,
  follows,
  listOf,
  mapOf,
  matching,
  OBJECT,
  one,
  oneOf,
  type Place,
  PUBLISHED,
  refused,
  TEXT,
} from "./verdict.ts";

const DOCS = "docs";
const EVERYWHERE = "client, service, docs";
const NEXT_CALL = "Say in the description which call comes next.";

/** The places of OpenRPC 1.3. */
export const OPENRPC_PLACES: Readonly<Record<string, Place>> = {
  OpenRPC: {
    name: "the OpenRPC document",
    needs: [
      ...["openrpc", "info", "methods", "components", "x-servers", "x-topics", "x-notification"],
      ...["x-envelope", "x-close-codes", "x-limits", "x-dev", "x-extensions"],
    ],
    keywords: {
      openrpc: follows(
        `${PUBLISHED}; read as OpenRPC 1.3`,
        matching(/^1\.3\.\d+$/, "a version 1.3"),
      ),
      info: follows(DOCS, one("info", "an object")),
      servers: follows(PUBLISHED, listOf("RPC server", "a list of servers")),
      methods: follows(EVERYWHERE, listOf("method", "a list of methods, `[]` where it is empty")),
      components: follows("what refers to them", one("OpenRPC components", "an object")),
      ...OPENRPC_MARKS,
      ...refused("Write externalDocs in openapi.yaml.", "externalDocs"),
      ...refused("Leave it out: `openrpc` says the version.", "$schema"),
    },
  },
  "RPC server": {
    name: "a server",
    needs: ["url"],
    keywords: {
      name: follows(PUBLISHED, TEXT),
      url: follows(`${PUBLISHED}; clients take x-servers`, TEXT),
      summary: follows(PUBLISHED, TEXT),
      description: follows(PUBLISHED, TEXT),
      variables: follows(PUBLISHED, mapOf("server variable", "an object of variables by name")),
      ...PUBLISHED_SOURCE,
    },
  },
  "OpenRPC components": {
    name: "components",
    keywords: {
      schemas: follows(EVERYWHERE, mapOf("schema", "an object of schemas by name")),
      errors: follows(EVERYWHERE, mapOf("RPC error", "an object of errors by name")),
      tags: follows("docs: the sections of methods", mapOf("tag", "an object of tags by name")),
      contentDescriptors: follows(
        EVERYWHERE,
        mapOf("content descriptor", "an object of parameters and results by name"),
      ),
      ...refused("Write it out where it is used.", "examples", "examplePairings", "links"),
    },
  },
  method: {
    name: "a method",
    needs: ["name", "summary", "params", "result", "x-safe"],
    keywords: {
      name: follows("name of the client's function and the service's handler", TEXT),
      summary: follows("types, docs", TEXT),
      description: follows("types, docs", TEXT),
      tags: follows("docs; each is declared in components.tags", listOf("tag", "a list of tags")),
      paramStructure: follows(EVERYWHERE, oneOf("by-position", "by-name", "either")),
      params: follows(
        EVERYWHERE,
        listOf("content descriptor", "a list of parameters, `[]` where it is empty"),
      ),
      result: follows(EVERYWHERE, one("content descriptor", "an object with a name and a schema")),
      errors: follows(DOCS, listOf("RPC error", "a list of errors")),
      examples: follows("docs; each is validated", listOf("example pairing", "a list of examples")),
      deprecated: follows("types, docs, headers of the service", FLAG),
      ...CALL_MARKS,
      "x-decided": follows("client, service, docs", one("decided of a method", "an object")),
      "x-simplified": follows("client, service, docs: a simplified call", FLAG),
      "x-websocket": follows("client, service, docs: on a WebSocket alone", FLAG),
      ...refused("Leave it out: methods count in the limits of the tier alone.", "x-limit"),
      ...refused(NEXT_CALL, "links"),
      ...refused("Leave it out: all methods are on the servers of x-servers.", "servers"),
      ...refused("Write the link in the description.", "externalDocs"),
      ...refused("Write the method out.", "$ref"),
    },
  },
  "content descriptor": {
    name: "a parameter or result",
    needs: ["name", "schema"],
    refers: true,
    keywords: {
      name: follows("types, docs", TEXT),
      summary: follows(DOCS, TEXT),
      description: follows("types, docs", TEXT),
      required: follows(EVERYWHERE, FLAG),
      schema: follows(EVERYWHERE, one("schema", "a schema")),
      deprecated: follows("types, docs", FLAG),
      ...DEPRECATION,
      ...SOURCE,
    },
  },
  "RPC error": {
    name: "an error",
    needs: ["code", "message"],
    refers: true,
    keywords: {
      code: follows(
        EVERYWHERE,
        custom("an integer", (value) => Number.isInteger(value)),
      ),
      message: follows("service, docs", TEXT),
      "x-description": follows(DOCS, TEXT),
      "x-example": follows("docs: a full error object", OBJECT),
      "x-request": follows("docs: the body that the example answers", ANY),
      ...SOURCE,
      ...refused("Say in x-description what `data` holds.", "data"),
    },
  },
  "example pairing": {
    name: "an example",
    needs: ["params"],
    keywords: {
      name: follows(DOCS, TEXT),
      summary: follows(DOCS, TEXT),
      description: follows(DOCS, TEXT),
      params: follows(
        "docs; each is validated",
        listOf("RPC example", "a list of values with names"),
      ),
      result: follows(
        "docs; it is validated",
        one("RPC example", "an object with a name and a value"),
      ),
    },
  },
  "RPC example": {
    name: "an example value",
    needs: ["value"],
    keywords: {
      name: follows(PUBLISHED, TEXT),
      summary: follows(PUBLISHED, TEXT),
      description: follows(PUBLISHED, TEXT),
      value: follows("docs; it is validated", ANY),
    },
  },
  "RPC link": {
    name: "a link",
    keywords: refused(
      NEXT_CALL,
      ...(["name", "summary", "method", "description", "params", "server"] as const),
    ),
  },
};
