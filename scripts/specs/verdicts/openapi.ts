import { isObject, type Json } from "../json.ts";
import { VERBS } from "../verbs.ts";
import { CALL_MARKS, DEPRECATION, OPENAPI_MARKS, SOURCE } from "./marks.ts";
import {
  ANY,
  custom,
  FLAG,
  follows,
  LIST,
  listOf,
  mapOf,
  matching,
  one,
  oneOf,
  type Place,
  PUBLISHED,
  refused,
  TEXT,
  TEXTS,
} from "./verdict.ts";

const DOCS = "docs";
const VERSION = matching(/^\d+\.\d+\.\d+(-[\w.-]+)?$/, "a version such as 1.2.0");
const EVERYWHERE = "client, service, docs";
const SCHEMA = one("schema", "a schema");
const HEADERS = mapOf("header", "an object of headers by name");
const CONTENT = mapOf("media type", "an object with `application/json` alone", {
  pattern: /^application\/json$/,
  words: "application/json",
});
const ONE_SERVER = { ...listOf("server", "a list of one server"), fits: isOne };
const LINKS = refused("Say in the description which call comes next.", "links");
const NO_EXAMPLES = refused("Write one `example`.", "examples");
const NO_CONTENT = refused("Write `schema`.", "content");
const NO_EMPTY = refused("Leave it out, and the parameter optional.", "allowEmptyValue");

/** The places of OpenAPI 3.1. */
export const OPENAPI_PLACES: Readonly<Record<string, Place>> = {
  OpenAPI: {
    name: "the OpenAPI document",
    needs: [
      ...["openapi", "info", "servers", "paths", "components"],
      ...["x-segments", "x-rate-tiers", "x-error-codes", "x-limits"],
    ],
    keywords: {
      openapi: follows("read as OpenAPI 3.1", matching(/^3\.1\.\d+$/, "a version 3.1")),
      info: follows(DOCS, one("info", "an object")),
      servers: follows(EVERYWHERE, ONE_SERVER),
      paths: follows(EVERYWHERE, {
        ...mapOf("path item", "an object of paths, at least one", {
          pattern: /^\/([^{}]|\{[^{}]+\})*$/,
          words: "a path from a slash on, with each parameter as `{name}`",
        }),
        fits: (value) => isObject(value) && Object.keys(value).length > 0,
      }),
      components: follows("what refers to them", one("OpenAPI components", "an object")),
      security: follows(DOCS, LIST),
      tags: follows(DOCS, listOf("tag", "a list of tags")),
      externalDocs: follows(DOCS, one("external documentation", "an object")),
      ...OPENAPI_MARKS,
      ...refused("Describe events below x-topics of openrpc.json.", "webhooks"),
      ...refused("Leave it out: both specs use JSON Schema 2020-12.", "jsonSchemaDialect"),
    },
  },
  info: {
    name: "info",
    needs: ["title", "version"],
    keywords: {
      title: follows(DOCS, TEXT),
      version: follows("generated tables, docs, `npm run diff`", VERSION),
      summary: follows(PUBLISHED, TEXT),
      description: follows(DOCS, TEXT),
      termsOfService: follows(DOCS, TEXT),
      contact: follows(DOCS, one("contact", "an object")),
      license: follows(DOCS, one("license", "an object")),
    },
  },
  contact: {
    name: "a contact",
    keywords: {
      name: follows(DOCS, TEXT),
      url: follows(DOCS, TEXT),
      email: follows(DOCS, TEXT),
    },
  },
  license: {
    name: "a license",
    needs: ["name"],
    keywords: {
      name: follows(DOCS, TEXT),
      identifier: follows(DOCS, TEXT),
      url: follows("docs of openapi.yaml", TEXT),
    },
  },
  server: {
    name: "a server",
    needs: ["url"],
    keywords: {
      url: follows("client: the first one; docs", TEXT),
      description: follows(DOCS, TEXT),
      variables: follows("docs", mapOf("server variable", "an object of variables by name")),
      ...SOURCE,
    },
  },
  "server variable": {
    name: "a server variable",
    needs: ["default"],
    keywords: {
      default: follows(DOCS, TEXT),
      enum: follows(PUBLISHED, TEXTS),
      description: follows(PUBLISHED, TEXT),
      // The meta-schema of OpenAPI has this name by mistake.
      ...refused("Write `description`.", "descriptions"),
    },
  },
  "OpenAPI components": {
    name: "components",
    keywords: {
      schemas: follows(EVERYWHERE, mapOf("schema", "an object of schemas by name")),
      parameters: follows(EVERYWHERE, mapOf("parameter", "an object of parameters by name")),
      responses: follows(EVERYWHERE, mapOf("response", "an object of responses by name")),
      requestBodies: follows(EVERYWHERE, mapOf("request body", "an object of bodies by name")),
      headers: follows(DOCS, HEADERS),
      securitySchemes: follows("client, service, docs", mapOf("security scheme", "an object")),
      ...refused("Write it out where it is used.", "examples", "links", "callbacks", "pathItems"),
    },
  },
  "path item": {
    name: "a path",
    keywords: {
      ...Object.fromEntries(
        VERBS.map((verb) => [
          verb,
          follows(EVERYWHERE, one("operation", "an operation, or remove the verb")),
        ]),
      ),
      parameters: follows(EVERYWHERE, listOf("parameter", "a list of parameters")),
      servers: follows(EVERYWHERE, ONE_SERVER),
      summary: follows(DOCS, TEXT),
      description: follows(DOCS, TEXT),
      ...refused(
        "Leave it out: every GET answers HEAD, and every path OPTIONS.",
        "head",
        "options",
      ),
      ...refused("Use get, put, post, patch or delete.", "trace"),
      ...refused("Write the path out.", "$ref"),
    },
  },
  operation: {
    name: "an operation",
    needs: ["operationId", "summary", "responses", "x-safe"],
    keywords: {
      operationId: follows("name of the client's function and the service's handler", TEXT),
      summary: follows("types, docs", TEXT),
      description: follows("types, docs", TEXT),
      tags: follows("docs; each is declared in the document's `tags`", TEXTS),
      parameters: follows(EVERYWHERE, listOf("parameter", "a list of parameters")),
      requestBody: follows(EVERYWHERE, one("request body", "an object")),
      responses: follows(
        EVERYWHERE,
        mapOf("response", "an object of responses by status", {
          pattern: /^[1-5]\d\d$/,
          words: 'a status, such as "200"',
        }),
      ),
      deprecated: follows("types, docs, headers of the service", FLAG),
      security: follows(
        "docs; `[]` alone, for what takes no key",
        custom("`[]`, or leave it out", (value) => Array.isArray(value) && value.length === 0),
      ),
      externalDocs: follows(DOCS, one("external documentation", "an object")),
      ...CALL_MARKS,
      "x-decided": follows("client, service, docs", one("decided of a call", "an object")),
      "x-pagination": follows(
        "client: the operation is a list",
        one("pagination", "an object: `{ items: blocks, key: hash, grows: start }`"),
      ),
      ...refused("Describe events below x-topics of openrpc.json.", "callbacks"),
      ...refused("Write `servers` in the path.", "servers"),
    },
  },
  "external documentation": {
    name: "externalDocs",
    needs: ["url"],
    keywords: { url: follows(DOCS, TEXT), description: follows(DOCS, TEXT) },
  },
  parameter: {
    name: "a parameter",
    needs: ["name", "in", "schema"],
    refers: true,
    keywords: {
      name: follows(EVERYWHERE, TEXT),
      in: follows(`${EVERYWHERE}; cookies are refused`, oneOf("path", "query", "header")),
      description: follows("types, docs", TEXT),
      required: follows(EVERYWHERE, FLAG),
      deprecated: follows("types, docs", FLAG),
      ...DEPRECATION,
      schema: follows(EVERYWHERE, SCHEMA),
      explode: follows("client, service, docs: how a list stands in the query", FLAG),
      style: follows(
        "the default one alone: form in the query, simple in paths and headers",
        oneOf("form", "simple"),
      ),
      example: follows("docs; it is validated", ANY),
      ...SOURCE,
      ...NO_EMPTY,
      ...NO_EXAMPLES,
      ...NO_CONTENT,
      ...refused("Leave it out: reserved characters are always encoded.", "allowReserved"),
    },
  },
  "request body": {
    name: "a request body",
    needs: ["content", "x-source"],
    refers: true,
    keywords: {
      description: follows(DOCS, TEXT),
      content: follows(EVERYWHERE, CONTENT),
      required: follows(EVERYWHERE, FLAG),
      ...SOURCE,
    },
  },
  "media type": {
    name: "content",
    needs: ["schema"],
    keywords: {
      schema: follows(EVERYWHERE, SCHEMA),
      example: follows("docs; it is validated", ANY),
      examples: follows(
        "docs; each is validated",
        mapOf("example", "an object of examples by name"),
      ),
      "x-request": follows("docs: the request that the example answers", TEXT),
      ...refused("Leave it out: bodies are JSON.", "encoding"),
    },
  },
  encoding: {
    name: "an encoding",
    keywords: refused(
      "Leave it out: bodies are JSON.",
      ...(["contentType", "headers", "style", "explode", "allowReserved"] as const),
    ),
  },
  response: {
    name: "a response",
    needs: ["description", "x-source"],
    refers: true,
    keywords: {
      description: follows(DOCS, TEXT),
      content: follows(EVERYWHERE, CONTENT),
      headers: follows(DOCS, HEADERS),
      ...SOURCE,
      ...LINKS,
    },
  },
  example: {
    name: "an example",
    keywords: {
      summary: follows(DOCS, TEXT),
      description: follows(DOCS, TEXT),
      value: follows("docs; it is validated", ANY),
      ...refused("Write `value`.", "externalValue"),
    },
  },
  link: {
    name: "a link",
    keywords: refused(
      "Say in the description which call comes next.",
      ...(["operationRef", "operationId", "parameters", "requestBody"] as const),
      ...(["description", "body", "server"] as const),
    ),
  },
  header: {
    name: "a header",
    needs: ["schema", "x-source"],
    refers: true,
    keywords: {
      description: follows(DOCS, TEXT),
      required: follows(DOCS, FLAG),
      deprecated: follows(DOCS, FLAG),
      schema: follows(DOCS, SCHEMA),
      example: follows(DOCS, ANY),
      ...SOURCE,
      ...NO_EMPTY,
      ...NO_EXAMPLES,
      ...NO_CONTENT,
      ...refused("Leave it out: headers have one style.", "style", "explode", "allowReserved"),
    },
  },
  tag: {
    name: "a tag",
    needs: ["name"],
    keywords: {
      name: follows(DOCS, TEXT),
      description: follows(DOCS, TEXT),
      externalDocs: follows(DOCS, one("external documentation", "an object")),
    },
  },
  "security scheme": {
    name: "a security scheme",
    needs: ["type"],
    keywords: {
      type: follows(DOCS, oneOf("apiKey", "http")),
      in: follows("an API key stands in a header", oneOf("header")),
      name: follows("client, service: the header of API keys", TEXT),
      scheme: follows(DOCS, oneOf("bearer")),
      bearerFormat: follows(DOCS, TEXT),
      description: follows(DOCS, TEXT),
      ...SOURCE,
      ...refused("Use an API key or a bearer token.", "flows", "openIdConnectUrl"),
    },
  },
  "OAuth flows": {
    name: "OAuth flows",
    keywords: refused(
      "Use an API key or a bearer token.",
      ...(["implicit", "password", "clientCredentials", "authorizationCode"] as const),
      ...(["authorizationUrl", "tokenUrl", "refreshUrl", "scopes"] as const),
    ),
  },
};

function isOne(value: Json): boolean {
  return Array.isArray(value) && value.length === 1;
}
