import { describe, expect, test } from "vitest";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from "../../../scripts/specs/json.ts";
import { nodesOf } from "../../../scripts/specs/nodes.ts";
import { refusedKeyword } from "../../../scripts/specs/rules/refused_keyword.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import type { Specs } from "../../../scripts/specs/specs.ts";
import { META_SCHEMAS, type Place, PLACES } from "../../../scripts/specs/meta/mod.ts";
import { metaPlaces } from "./_meta_schemas.ts";
import { smallSpecs } from "./_small_specs.ts";

/** The place of the table for each kind of object of the meta-schemas; none for what is no object of keywords. */
const PLACE_OF: Readonly<Record<string, string | undefined>> = {
  "JSON Schema 2020-12 schema": "schema",
  "OpenAPI 3.1 root": "OpenAPI",
  "OpenAPI 3.1 info": "info",
  "OpenAPI 3.1 contact": "contact",
  "OpenAPI 3.1 license": "license",
  "OpenAPI 3.1 server": "server",
  "OpenAPI 3.1 server-variable": "server variable",
  "OpenAPI 3.1 components": "OpenAPI components",
  "OpenAPI 3.1 path-item": "path item",
  "OpenAPI 3.1 operation": "operation",
  "OpenAPI 3.1 external-documentation": "external documentation",
  "OpenAPI 3.1 parameter": "parameter",
  "OpenAPI 3.1 request-body": "request body",
  "OpenAPI 3.1 media-type": "media type",
  "OpenAPI 3.1 encoding": "encoding",
  "OpenAPI 3.1 response": "response",
  "OpenAPI 3.1 example": "example",
  "OpenAPI 3.1 link": "link",
  "OpenAPI 3.1 header": "header",
  "OpenAPI 3.1 tag": "tag",
  "OpenAPI 3.1 reference": "reference",
  "OpenAPI 3.1 security-scheme": "security scheme",
  "OpenAPI 3.1 oauth-flows": "OAuth flows",
  "OpenRPC 1.3 root": "OpenRPC",
  "OpenRPC 1.3 referenceObject": "reference",
  "OpenRPC 1.3 errorObject": "RPC error",
  "OpenRPC 1.3 licenseObject": "license",
  "OpenRPC 1.3 contactObject": "contact",
  "OpenRPC 1.3 infoObject": "info",
  "OpenRPC 1.3 serverObject": "RPC server",
  "OpenRPC 1.3 linkObject": "RPC link",
  "OpenRPC 1.3 externalDocumentationObject": "external documentation",
  "OpenRPC 1.3 methodObject": "method",
  "OpenRPC 1.3 tagObject": "tag",
  "OpenRPC 1.3 exampleObject": "RPC example",
  "OpenRPC 1.3 examplePairingObject": "example pairing",
  "OpenRPC 1.3 contentDescriptorObject": "content descriptor",
};

/** Kinds of the meta-schemas that hold names or values alone, or stand for others of them. */
const NO_PLACE = [
  ...["paths", "path-item-or-reference", "parameter-or-reference", "request-body-or-reference"],
  ...["content", "responses", "response-or-reference", "callbacks", "callbacks-or-reference"],
  ...["example-or-reference", "link-or-reference", "header-or-reference", "schema", "examples"],
  ...["security-scheme-or-reference", "security-requirement", "specification-extensions", "uri"],
  ...["map-of-strings", "specificationExtension", "JSONSchema"],
];

describe("every keyword of the meta-schemas has a verdict", () => {
  test.for(metaPlaces())("$standard $name", ({ standard, name, keywords }) => {
    const place = PLACES[PLACE_OF[`${standard} ${name}`] ?? ""];
    if (!place) return expect(NO_PLACE).toContain(name);
    const open = keywords.filter((keyword) => !(keyword in place.keywords));
    expect(open).toEqual([]);
  });

  test("and each place of the meta-schemas that is named exists", () => {
    const found = metaPlaces().map(({ standard, name }) => `${standard} ${name}`);
    expect(Object.keys(PLACE_OF).filter((name) => !found.includes(name))).toEqual([]);
  });
});

describe("in the meta-schemas", () => {
  test("every keyword says where it is used, or what to do instead", () => {
    const silent = Object.entries(PLACES).flatMap(([kind, { keywords }]) =>
      Object.entries(keywords).flatMap(([keyword, verdict]) =>
        ("follows" in verdict ? verdict.follows : verdict.refused) === "" ? [kind, keyword] : [],
      ),
    );
    expect(silent).toEqual([]);
  });

  test("every place has a name for messages, and no two definitions have the same", () => {
    expect(Object.values(PLACES).filter(({ name }) => name === "")).toEqual([]);
    const names = META_SCHEMAS.flatMap((schema) => Object.keys(objectAt(schema, "$defs")));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

/** Places that only stand below what is refused: nothing leads to them. */
const UNREACHED = ["encoding", "link", "OAuth flows", "RPC link"];

const KINDS = Object.keys(PLACES).filter((kind) => !UNREACHED.includes(kind));

const RICH = richSpecs();

const ODD: Json = { odd: [{}] };

/** What is expected of keywords that take an object, such as that one. */
const MAY_BE_ODD =
  /^(an object(?! with a list)|an operation|a value|true, false or a schema|a schema)/;

describe("in the small specs", () => {
  test.for(KINDS)("each refused keyword of %s is refused, and one that nobody knows", (kind) => {
    const { name, keywords } = PLACES[kind] as Place;
    const own = Object.entries(keywords).flatMap(([keyword, verdict]) =>
      "refused" in verdict ? [[keyword, verdict.refused] as const] : [],
    );
    const { specs, lineOf, file } = withKeywords(
      kind,
      [...own.map(([keyword]) => keyword), "unheardOf"],
      1,
    );
    expect(refusedKeyword(specs)).toEqual([
      ...own.map(([keyword, fix]) => ({
        file,
        line: lineOf(keyword),
        message: `keyword "${keyword}" of ${name} is refused`,
        fix,
      })),
      {
        file,
        line: lineOf("unheardOf"),
        message: `unknown keyword "unheardOf" of ${name}`,
        fix: expect.stringMatching(/^(Remove it|Write)/),
      },
    ]);
  });

  test.for(KINDS)("each keyword of %s is refused with a value that it cannot have", (kind) => {
    const { name, keywords } = PLACES[kind] as Place;
    const own = Object.entries(keywords).flatMap(([keyword, verdict]) =>
      "follows" in verdict && !MAY_BE_ODD.test(verdict.expected)
        ? [[keyword, verdict.expected] as const]
        : [],
    );
    const { specs, lineOf, file } = withKeywords(
      kind,
      own.map(([keyword]) => keyword),
      ODD,
    );
    const found = refusedKeyword(specs);
    for (const [keyword, expected] of own) {
      expect(found).toContainEqual({
        file,
        line: lineOf(keyword),
        message: `keyword "${keyword}" of ${name} cannot be {"odd":[{}]}`,
        fix: expect.stringContaining(`Write ${expected}`),
      });
    }
  });
});

interface Sample {
  readonly specs: Specs;
  readonly file: string;
  readonly lineOf: (keyword: string) => number;
}

/** The rich small specs with `keywords` in the first object of a place. */
function withKeywords(kind: string, keywords: readonly string[], value: Json): Sample {
  for (const name of ["openapi", "openrpc"] as const) {
    const node = nodesOf(RICH[name]).find((each) => each.kind === kind && isObject(each.value));
    if (!node) continue;
    const root = structuredClone(RICH[name].value);
    const holder = node.at.reduce<Json>((at, key) => (at as JsonObject)[key] as Json, root);
    for (const keyword of keywords) (holder as JsonObject)[keyword] = value;
    const { file } = RICH[name];
    const changed = new SpecFile(file, JSON.stringify(root, undefined, 1));
    const lineOf = (keyword: string): number => {
      const line = changed.lineOf([...node.at, keyword]);
      expect(changed.text.split("\n")[line - 1]).toContain(`"${keyword}":`);
      return line;
    };
    return { specs: { ...RICH, [name]: changed }, file, lineOf };
  }
  throw new Error(`Cannot try a keyword of ${kind}: the small specs have no such object`);
}

/** The small specs with every kind of object in them. */
function richSpecs(): Specs {
  const { openapi, openrpc } = smallSpecs();
  const parameters = arrayAt(openapi.at(["paths", "/blocks", "get"]), "parameters").map(
    (parameter, index) =>
      index === 1 && isObject(parameter)
        ? { ...parameter, deprecated: true, "x-deprecated": { reason: "Old." } }
        : parameter,
  );
  const rest = merged(openapi.value, {
    info: { contact: {}, license: { name: "MIT" } },
    tags: [{ name: "All", externalDocs: { url: "https://a.org" } }],
    "x-limits": { calls: { value: 5, description: "Calls." } },
    components: {
      securitySchemes: { Key: { type: "http", scheme: "bearer" } },
      requestBodies: { Body: { "x-source": "given", content: {} } },
      headers: { Head: { "x-source": "given", schema: {} } },
      schemas: { Kinds: { discriminator: { propertyName: "kind" } } },
    },
    paths: {
      "/blocks": {
        get: {
          "x-height": { field: "number" },
          "x-block": { height: "number", hash: "hash" },
          deprecated: true,
          "x-deprecated": { since: "2026-01-01", sunset: "2026-07-01", reason: "Old." },
          "x-pagination": { cursor: { parameter: "after", next: "next" } },
          parameters,
          responses: {
            200: { content: { "application/json": { examples: { a: { value: 1 } } } } },
          },
        },
      },
    },
  });
  const methods = arrayAt(openrpc.value, "methods").map((method, index) =>
    index === 0 && isObject(method)
      ? { ...method, "x-decided": { "x-chains": ["delta"] } }
      : method,
  );
  const rpc = merged(openrpc.value, {
    methods,
    servers: [{ url: "a", variables: { a: { default: "b" } } }],
    "x-notification": {},
    "x-close-codes": { 1000: { name: "End", description: "End.", resume: false } },
    "x-dev": { methods: [] },
    "x-extensions": [{}],
  });
  return {
    openapi: new SpecFile("openapi.yaml", JSON.stringify(rest)),
    openrpc: new SpecFile("openrpc.json", JSON.stringify(rpc)),
  };
}

/** `base` with `more` in it, objects merged. */
function merged(base: JsonObject, more: JsonObject): JsonObject {
  const result: JsonObject = { ...base };
  for (const [key, value] of Object.entries(more)) {
    const own = base[key];
    result[key] = isObject(own) && isObject(value) ? merged(own, value) : value;
  }
  return result;
}
