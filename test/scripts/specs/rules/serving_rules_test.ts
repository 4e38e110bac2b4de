import { describe, expect, test } from "vitest";
import { actualProblem, type Case, expectedProblem } from "./_broken_rules.ts";

const PARAMETER = (name: string, place: string): string =>
  `- { name: ${name}, in: ${place}, description: X., x-source: given, schema: { type: string }, example: a }`;

const LIMIT = "        - name: limit\n          in: query";
const REFUSAL =
  'Write `content: { application/json: { schema: { $ref: "#/components/schemas/ErrorEnvelope" } } }`.';
const STAKES_NOT_FOUND =
  'example: { success: true, data: { total: "5" } }\n        "404": { $ref: "#/components/responses/NotFound" }';
const serverFix = (host: string, shared: string): string =>
  `Write ${host}/…/{segment}${shared}: the host and the segment are filled in, the rest is letters, digits and hyphens.`;
const OWN_SERVER = (url: string): string => `  /stakes:\n    servers: [{ url: "${url}" }]\n`;
const OWN_FIX = serverFix("{apiHost}", ", or {apiHost}/… for one that all segments share");

const MISPLACED: readonly Case[] = (
  [
    [
      "explode: true, style: simple",
      "limit",
      "has the style simple, which is not allowed in query",
      "Write `style: form`, or leave it out.",
    ],
    [
      "style: form",
      "identifier",
      "has the style form, which is not allowed in path",
      "Write `style: simple`, or leave it out.",
    ],
  ] as const
)
  .map(([words, name, message, fix]): Case => ({
    title: `a parameter has ${words}`,
    file: "openapi.yaml",
    find: `        - name: ${name}\n`,
    put: `        - name: ${name}\n          ${words.replace(", ", "\n          ")}\n`,
    at: "style:",
    message: `parameter "${name}" ${message}`,
    fix,
  }))
  .concat(
    ["required: false", "deprecated: false"].map((words) => ({
      title: `a parameter in the path is not required: ${words}`,
      file: "openapi.yaml",
      find: "          required: true\n",
      put: `          ${words}\n`,
      at: words === "required: false" ? words : "- name: identifier",
      message: 'parameter "identifier" is in the path, and may be left out',
      fix: "Write `required: true`.",
    })),
  );

const CASES: Readonly<Record<string, readonly Case[]>> = {
  unmetCondition: [
    ...MISPLACED,
    {
      title: "a GET request has a body",
      file: "openapi.yaml",
      find: "      operationId: getStakes\n",
      put: "      operationId: getStakes\n      requestBody: { x-source: given, required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Stakes' } } } }\n",
      at: "requestBody",
      message: "operation getStakes: a GET request has no body",
      fix: "Take its fields as query parameters, or use post.",
    },
    {
      title: "an error of a method is written in place",
      file: "openrpc.json",
      find: '"name": "delta_getStake",',
      put: '"name": "delta_getStake",\n"errors": [{ "code": -32099, "message": "Odd", "x-source": "given" }],',
      at: '"errors": [{ "code": -32099',
      message: "method delta_getStake: an error is written inline",
      fix: 'Add it to components.errors, and write `{ "$ref": "#/components/errors/…" }`.',
    },
    {
      title: "a method over HTTP costs by the length of a list",
      file: "openrpc.json",
      find: '"name": "delta_getStake",',
      put: '"name": "delta_getStake",\n"x-cost": ["address"],',
      at: '"x-cost": ["address"]',
      message: "method delta_getStake costs by the length of a list, but is served over HTTP too",
      fix: "Leave it out, and give its lists `maxItems`: over HTTP a call counts as one.",
    },
  ],
  unservableRequest: [
    {
      title: "a parameter is a part of a part of the path",
      file: "openapi.yaml",
      find: "/blocks/{identifier}:",
      put: "/blocks/{identifier}.json:",
      message: 'path /blocks/{identifier}.json: "{identifier}.json" is not a single parameter',
      fix: "Write each parameter as a whole part of the path: `/{from}/{to}`.",
    },
    ...["größe", "a b", 'a"b', "..", "a\\\\b"].map((part) => ({
      title: `a path has the part ${JSON.stringify(part)}`,
      file: "openapi.yaml" as const,
      find: "  /stakes:\n",
      put: `  '/stakes/${part}':\n`,
      message: `path /stakes/${part}: "${part}" is changed by URL encoding`,
      fix: "Write letters, digits, `-`, `_`, `~` and dots within them.",
    })),
    {
      title: "a path ends with a slash",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes/:\n",
      message: "path /stakes/: ends with a slash",
      fix: "Write /stakes.",
    },
    {
      title: "a path has two slashes in a row",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes//all:\n",
      message: "path /stakes//all: has two slashes in a row",
      fix: "Write /stakes/all.",
    },
    {
      title: "a path has a query",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /stakes?of=me:\n",
      message: 'path /stakes?of=me: has a query "of=me"',
      fix: "Write it as `parameters` with `in: query`.",
    },
    {
      title: "a path has a parameter twice",
      file: "openapi.yaml",
      find: "/blocks/{identifier}:",
      put: "/blocks/{identifier}/{identifier}:",
      message: 'path /blocks/{identifier}/{identifier}: "{identifier}" is repeated',
      fix: "Give each parameter a name of its own.",
    },
    {
      title: "a path on a server of segments has a parameter of that name",
      file: "openapi.yaml",
      find: "/blocks/{identifier}:",
      put: "/v2/{segment}/blocks:",
      message:
        'path /v2/{segment}/blocks: its server "{apiHost}/v1/{segment}" has the segment already',
      fix: "Give the path the server `{apiHost}`, or the parameter another name.",
    },
    {
      title: "two parameters of an operation have one name",
      file: "openapi.yaml",
      find: LIMIT,
      put: `        ${PARAMETER("limit", "header")}\n${LIMIT}`,
      at: "- name: limit",
      message: 'parameter "limit" has the name of the header parameter "limit"',
      fix: "Give each parameter of an operation a name of its own.",
    },
    {
      title: "two headers differ in case alone",
      file: "openapi.yaml",
      find: LIMIT,
      put: `        ${PARAMETER("X-Reason", "header")}\n        ${PARAMETER("x-reason", "header")}\n${LIMIT}`,
      at: "name: x-reason",
      message: 'parameter "x-reason" has the name of the header parameter "X-Reason"',
      fix: "Give each parameter of an operation a name of its own.",
    },
    ...["Content-Type", "authorization", "Host", "X-Key"].map((name) => ({
      title: `a header is not the caller's to set: ${name}`,
      file: "openapi.yaml" as const,
      find: LIMIT,
      put: `        ${PARAMETER(name, "header")}\n${LIMIT}`,
      message: `header parameter "${name}" is set by the client, by HTTP or by an API key`,
      fix: "Use another name, such as `X-…`.",
    })),
  ],
  misplacedParameter: [
    {
      title: "a parameter in the path has a default",
      file: "openapi.yaml",
      find: "schema: { anyOf: [{ type: integer, minimum: 0 },",
      put: "schema: { default: 5, anyOf: [{ type: integer, minimum: 0 },",
      message: 'parameter "identifier" is in the path, and has a default',
      fix: "Leave the default out: a request always has each part of its path.",
    },
    {
      title: "a required parameter in the query has a default",
      file: "openapi.yaml",
      find: LIMIT,
      put: `        - { name: odd, in: query, description: X., x-source: given, required: true, schema: { type: integer, default: 5 } }\n${LIMIT}`,
      at: "name: odd",
      message: 'parameter "odd" is required, and has a default',
      fix: "Leave the default out, or the parameter optional.",
    },
    {
      title: "a required parameter of a method has a default",
      file: "openrpc.json",
      find: `"schema": { "type": "integer", "x-decided": { "minimum": 0 } }`,
      put: `"schema": { "type": "integer", "default": 7, "x-decided": { "minimum": 0 } }`,
      message: 'parameter "number" is required, and has a default',
      fix: "Leave the default out, or the parameter optional.",
    },
  ],
  weakerDecision: [
    ...(
      [
        ["minimum: 1", "minimum", 5],
        ["maximum: 9", "maximum", 5],
        ["multipleOf: 3", "multipleOf", 2],
      ] as const
    ).map(([words, keyword, given]): Case => ({
      title: `a bound is decided that admits more: ${words} beside ${given}`,
      file: "openapi.yaml",
      find: "number: { type: integer,",
      put: `number: { type: integer, ${keyword}: ${given}, x-decided: { ${words} },`,
      message: `x-decided has "${keyword}" ${words.split(" ")[1]}, which admits more than the specified ${given}`,
      fix: "Narrow what is specified, or repeat it unchanged.",
    })),
    {
      title: "values are decided that are not given",
      file: "openapi.yaml",
      find: "schema: { type: string, enum: [asc, desc], default: desc }",
      put: "schema: { type: string, enum: [asc, desc], default: desc, x-decided: { enum: [desc, any] } }",
      message:
        'x-decided has "enum" ["desc","any"], which admits more than the specified ["asc","desc"]',
      fix: "Narrow what is specified, or repeat it unchanged.",
    },
    {
      title: "a field may be absent that is given as required",
      file: "openapi.yaml",
      find: "required: [number, hash, reward, status]",
      put: "required: [number, hash, reward, status]\n      x-decided: { required: [number] }",
      at: "x-decided: { required: [number] }",
      message:
        'x-decided has "required" ["number"], which admits more than the specified ["number","hash","reward","status"]',
      fix: "Narrow what is specified, or repeat it unchanged.",
    },
    {
      title: "an operation is decided to be on a chain that is not given",
      file: "openapi.yaml",
      find: "x-decided: { x-chains: [delta] }",
      put: "x-decided: { x-chains: [delta] }\n      x-chains: [alpha]",
      at: "x-decided: { x-chains",
      message: 'x-decided has "x-chains" ["delta"], which admits more than the specified ["alpha"]',
      fix: "Narrow what is specified, or repeat it unchanged.",
    },
  ],
  unservableEnvelope: [
    {
      title: "an error has another field than the service writes",
      file: "openapi.yaml",
      find: "message: { type: string, description: Words., x-source: given } }",
      put: "message: { type: string, description: Words., x-source: given }, hint: { type: string, description: More., x-source: given } }",
      at: "properties:\n        { code:",
      message: 'schema ErrorObject: no answer has its field "hint"',
      fix: "The service writes code, message, and clients read them by these names.",
    },
    {
      title: "an error lacks a field that the service writes",
      file: "openapi.yaml",
      find: 'required: [code, message]\n      properties:\n        { code: { $ref: "#/components/schemas/ErrorCode", description: Code., x-source: given }, message: { type: string, description: Words., x-source: given } }',
      put: 'required: [code]\n      properties:\n        { code: { $ref: "#/components/schemas/ErrorCode", description: Code., x-source: given } }',
      at: "properties:\n        { code:",
      message: 'schema ErrorObject: it has no field "message"',
      fix: "The service writes code, message, and clients read them by these names.",
    },
    {
      title: "a field of an error is of another type",
      file: "openapi.yaml",
      find: "message: { type: string, description: Words.",
      put: "message: { type: integer, description: Words.",
      at: "properties:\n        { code:",
      message: 'schema ErrorObject: its field "message" is of type integer, not string',
      fix: "The service writes code, message, and clients read them by these names.",
    },
    {
      title: "meta has another field than the service writes",
      file: "openapi.yaml",
      find: "description: The error., x-source: given }\n",
      put: `description: The error., x-source: given }
        meta: { $ref: "#/components/schemas/Meta", description: Facts., x-source: given }
      x-reason: R.
    Meta:
      type: object
      properties: { timestamp: { type: integer }, requestId: { type: string }, chainId: { type: integer } }
`,
      at: "properties: { timestamp",
      message: 'schema Meta: no answer has its field "chainId"',
      fix: "The service writes timestamp, requestId, and clients read them by these names.",
    },
    {
      title: "the extent of a list lacks its total",
      file: "openapi.yaml",
      find: '          {\n            type: array,\n            items: { $ref: "#/components/schemas/Block" },\n            description: The blocks.,\n            x-source: given,\n          }\n',
      put: `          { type: array, items: { $ref: "#/components/schemas/Block" }, description: The blocks., x-source: given }
        pagination: { $ref: "#/components/schemas/Pages", description: Where., x-source: given }
    Pages:
      type: object
      properties: { page: { type: integer }, limit: { type: integer } }
`,
      at: "properties: { page",
      message: 'schema Pages: it has no field "totalItems"',
      fix: "The service writes page, limit, totalItems, totalPages, and clients read them by these names.",
    },
    {
      title: "an error requires what some lack",
      file: "openrpc.json",
      find: '"required": ["code", "message"],\n        "properties": {',
      put: '"required": ["code", "message", "data"],\n        "properties": { "data": { "type": "string", "description": "Detail.", "x-source": "given" },',
      at: '"properties": { "data"',
      message: 'schema RpcErrorObject: it requires "data", which some answers lack',
      fix: "The service writes code, message, data, and clients read them by these names.",
    },
  ],
  unservableResponse: [
    {
      title: "data is a text",
      file: "openapi.yaml",
      find: 'data: { $ref: "#/components/schemas/Stakes", x-source: given }',
      put: 'data: { $ref: "#/components/schemas/Hash", x-source: given }',
      at: '"200":\n          description: The stakes.',
      message:
        "response 200: its data may be a string, which the service cannot tell from rendered JSON",
      fix: "Write an object with the string in a field.",
    },
    {
      title: "a response without content by HTTP has content",
      file: "openapi.yaml",
      find: STAKES_NOT_FOUND,
      put: `${STAKES_NOT_FOUND}\n        "304": { description: Same., x-source: given, content: { application/json: { schema: { $ref: "#/components/schemas/Stakes", x-source: given }, example: { total: "5" } } } }`,
      at: '"304"',
      message: "response 304: it cannot have content by HTTP",
      fix: "Remove `content`, or use status 200.",
    },
    {
      title: "a refusal has no content",
      file: "openapi.yaml",
      find: STAKES_NOT_FOUND,
      put: STAKES_NOT_FOUND.replace(
        '{ $ref: "#/components/responses/NotFound" }',
        "{ description: None., x-source: given }",
      ),
      at: '"404": { description: None.',
      message: "response 404: a refusal is not an ErrorEnvelope, which is what the service sends",
      fix: REFUSAL,
    },
    {
      title: "a refusal is of another schema",
      file: "openapi.yaml",
      find: STAKES_NOT_FOUND,
      put: STAKES_NOT_FOUND.replace(
        '{ $ref: "#/components/responses/NotFound" }',
        '{ description: Other., x-source: given, content: { application/json: { schema: { $ref: "#/components/schemas/Stakes", x-source: given }, example: { total: "5" } } } }',
      ),
      at: '"404": { description: Other.',
      message: "response 404: a refusal is not an ErrorEnvelope, which is what the service sends",
      fix: REFUSAL,
    },
    {
      title: "an envelope has a further field",
      file: "openapi.yaml",
      find: '                  data: { $ref: "#/components/schemas/Stakes", x-source: given }',
      put: '                  links: { type: string, x-source: given }\n                  data: { $ref: "#/components/schemas/Stakes", x-source: given }',
      at: '"200":\n          description: The stakes.',
      message: 'response 200: its envelope has a field "links", which the service does not send',
      fix: "Write it into the schema of `data`; the envelope is success, data and meta.",
    },
    {
      title: "a header that the service does not send",
      file: "openapi.yaml",
      find: "          description: The stakes.\n",
      put: "          description: The stakes.\n          headers: { X-Total: { schema: { type: integer }, x-source: given } }\n",
      at: '"200":\n          description: The stakes.',
      message: 'response 200: it has a header "X-Total", which the service does not send',
      fix: "Write a field of `data`; the headers that it sends are Cache-Control, Deprecation, ETag, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Chain-Height, X-Chain-Segment, X-Request-Id.",
    },
    {
      title: "an envelope may lack its data",
      file: "openapi.yaml",
      find: 'required: [success, data]\n                properties:\n                  success: { const: true, x-source: given }\n                  data: { $ref: "#/components/schemas/Stakes", x-source: given }',
      put: 'required: [success]\n                properties:\n                  success: { const: true, x-source: given }\n                  data: { $ref: "#/components/schemas/Stakes", x-source: given }',
      at: '"200":\n          description: The stakes.',
      message: 'response 200: its envelope has no required "data"',
      fix: "Require success and data, and meta beside.",
    },
  ],
  identicalPath: [
    {
      title: "a second version has the path of the first but for the name of a parameter",
      file: "openapi.yaml",
      find: "  /blocks/{identifier}:\n",
      put: `  /blocks/{block}:
    servers: [{ url: "{apiHost}/v2/{segment}" }]
  /blocks/{identifier}:
`,
      message: "path /blocks/{block} is the path /blocks/{identifier} at openapi.yaml:FIRST",
      fix: "Servers do not tell paths apart in OpenAPI: write `/v2/{segment}/blocks/{block}` on the server `{apiHost}`, with the path parameter `segment`.",
      first: "/blocks/{identifier}:",
    },
    {
      title: "a path has the URL of another on another server",
      file: "openapi.yaml",
      find: "  /blocks:\n",
      put: '  /v1/{segment}/blocks: { servers: [{ url: "{apiHost}" }] }\n  /blocks:\n',
      message: "path /v1/{segment}/blocks is the path /blocks at openapi.yaml:FIRST",
      fix: "Write both as one path, or rename one of them.",
      first: "  /blocks:",
    },
    {
      title: "two paths differ in the name of a parameter alone",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: "  /blocks/{block}:\n",
      message: "path /blocks/{block} is the path /blocks/{identifier} at openapi.yaml:FIRST",
      fix: "Write both as one path, or rename one of them.",
      first: "/blocks/{identifier}:",
    },
  ],
  brokenServer: [
    ...[
      "{apiHost}/{segment}/v1",
      "{apiHost}/{version}/{segment}",
      "https://a.example/{segment}",
      "/v1/{segment}",
    ].map((url) => ({
      title: `operations are on a server of another form: ${url}`,
      file: "openapi.yaml" as const,
      find: '- url: "{apiHost}/v1/{segment}"',
      put: `- url: "${url}"`,
      message: `server "${url}" is not of the form {apiHost}/…/{segment}`,
      fix: serverFix("{apiHost}", ""),
    })),
    {
      title: "calls are on a server of another form",
      file: "openrpc.json",
      find: "{apiHost}/rpc/{segment}",
      put: "{apiHost}/{segment}/rpc",
      message: 'server "{apiHost}/{segment}/rpc" is not of the form {apiHost}/…/{segment}',
      fix: serverFix("{apiHost}", ""),
    },
    {
      title: "a path is on a server of another form",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: OWN_SERVER("{apiHost}/{segment}/v2"),
      at: "servers: [{ url:",
      message: 'server "{apiHost}/{segment}/v2" is not of the form {apiHost}/…/{segment}',
      fix: OWN_FIX,
    },
    {
      title: "a path that all segments share has no server of its own",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: OWN_SERVER("{apiHost}"),
      at: "servers: [{ url:",
      message: 'server "{apiHost}" is not of the form {apiHost}/…/{segment}',
      fix: OWN_FIX,
    },
    {
      title: "a path is on the server of calls",
      file: "openrpc.json",
      find: "{apiHost}/rpc/{segment}",
      put: "{apiHost}/v1/{segment}",
      message:
        'server "{apiHost}/v1/{segment}" cannot be told from "{apiHost}/v1/{segment}" at openapi.yaml:FIRST',
      fix: "Give each server a path of its own, such as `/v2`.",
      first: "url:",
      firstFile: "openapi.yaml",
    },
    {
      title: "a path is on a server of one segment",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: OWN_SERVER("{apiHost}/v1/delta"),
      at: "servers: [{ url:",
      message:
        'server "{apiHost}/v1/delta" cannot be told from "{apiHost}/v1/{segment}" at openapi.yaml:FIRST',
      fix: "Give each server a path of its own, such as `/v2`.",
      first: '- url: "{apiHost}/v1/{segment}"',
    },
    {
      title: "a path that all segments share begins with a segment",
      file: "openapi.yaml",
      find: "  /stakes:\n",
      put: '  /delta/stakes:\n    servers: [{ url: "{apiHost}/v1" }]\n',
      message: "path /delta/stakes cannot be told from the paths of segment delta",
      fix: "Rename the path or the segment.",
    },
  ],
  untransferableParameter: (
    [
      [
        "{ $ref: '#/components/schemas/Stakes' }",
        "is an object, which a URL or header cannot carry",
        "Take its fields as parameters, or a body.",
      ],
      [
        "{}",
        "has no type, which a URL or header cannot carry",
        "Take its fields as parameters, or a body.",
      ],
      [
        '{ type: [string, "null"] }',
        "may be null, which cannot be told from a string",
        "Leave the parameter out instead.",
      ],
      [
        "{ type: array, items: { type: array, items: { type: string } } }",
        "is a list of other than values",
        "Write `items` of strings, numbers or booleans.",
      ],
      [
        "{ type: array }",
        "is a list of other than values",
        "Write `items` of strings, numbers or booleans.",
      ],
      [
        "{ anyOf: [{ type: integer }, { type: array, items: { type: integer } }] }",
        "is a list or a value, which cannot be told apart",
        "Write the list alone.",
      ],
      [
        "{ type: array, items: { type: string }, default: [a] }",
        "is a list with a default",
        "Describe the behaviour without it in the description.",
      ],
      [
        "{ type: [integer, string] }",
        'may be integer or a string, and "0" is both',
        "Write one type, or a `pattern` or `enum` that no string of the other type matches.",
      ],
      [
        "{ anyOf: [{ type: number }, { $ref: '#/components/schemas/Amount' }] }",
        'may be number or a string, and "0" is both',
        "Write one type, or a `pattern` or `enum` that no string of the other type matches.",
      ],
      [
        "{ type: array, items: { type: [integer, string] } }",
        'may be integer or a string, and "0" is both',
        "Write one type, or a `pattern` or `enum` that no string of the other type matches.",
      ],
      [
        "{ enum: ['15', 15] }",
        'may be integer or a string, and "15" is both',
        "Write one type, or a `pattern` or `enum` that no string of the other type matches.",
      ],
      [
        "{ type: array, items: { enum: ['a,b'] } }, explode: false",
        'may be "a,b", which no list joined by commas can carry',
        "Write another value.",
      ],
      [
        "{ anyOf: [{ type: boolean }, { type: string, enum: ['true', maybe] }] }",
        'may be boolean or a string, and "true" is both',
        "Write one type, or a `pattern` or `enum` that no string of the other type matches.",
      ],
    ] as const
  )
    .map(([schema, message, fix]): Case => ({
      title: `a query parameter is ${schema}`,
      file: "openapi.yaml",
      find: LIMIT,
      put: `        - { name: odd, in: query, description: X., x-source: given, schema: ${schema} }\n${LIMIT}`,
      at: "name: odd",
      message: `parameter "odd" ${message}`,
      fix,
    }))
    .concat(
      ["é", " a", "a\\nb"].map((value): Case => ({
        title: `a header is "${value}"`,
        file: "openapi.yaml",
        find: LIMIT,
        put: `        - { name: X-Odd, in: header, description: X., x-source: given, schema: { enum: ["${value}"] } }\n${LIMIT}`,
        at: "name: X-Odd",
        message: `parameter "X-Odd" may be "${value}", which no header can carry`,
        fix: "Write another value.",
      })),
    ),
  ambiguousAmount: [
    "[{ type: string }, { $ref: '#/components/schemas/Amount' }]",
    "[{ $ref: '#/components/schemas/ErrorObject' }, { type: object, properties: { code: { type: string }, message: { type: string }, fee: { $ref: '#/components/schemas/Amount' } } }]",
    "[{ type: object, additionalProperties: { type: string } }, { $ref: '#/components/schemas/Stakes' }]",
    "[{ type: array, items: { type: string } }, { type: array, items: { $ref: '#/components/schemas/Amount' } }]",
    "[{ type: array, items: {} }, { type: array, items: { $ref: '#/components/schemas/Amount' } }]",
    "[{ type: array, items: { type: string } }, { type: array, prefixItems: [{ $ref: '#/components/schemas/Amount' }], items: false, minItems: 1 }]",
    "[{ type: array, prefixItems: [{ type: string }], items: false, minItems: 1 }, { type: array, prefixItems: [{ $ref: '#/components/schemas/Amount' }], items: false, minItems: 1 }]",
  ].map((anyOf) => ({
    title: `a value is one of ${anyOf}`,
    file: "openapi.yaml",
    find: "  schemas:\n    Hash:",
    put: `  schemas:\n    Mixed:\n      description: Odd.\n      x-source: given\n      anyOf: ${anyOf}\n    Hash:`,
    at: `anyOf: ${anyOf}`,
    message: "alternative 2 has an amount, and one before it may take its values",
    fix: "Write it first, or add a discriminator.",
  })),
  mispairedExample: [
    {
      title: "the example of a method has more parameters than the method",
      file: "openrpc.json",
      find: `"params": [{ "name": "number", "value": 7 }]`,
      put: `"params": [{ "name": "number", "value": 7 }, { "name": "full", "value": true }, { "name": "x", "value": 1 }]`,
      message: `method chain_getBlock: an example has "x" where "number, full" belongs`,
      fix: "Write the parameters as the method has them.",
    },
    {
      title: "the example of a method has a value under another name",
      file: "openrpc.json",
      find: '"params": [{ "name": "number", "value": 7 }]',
      put: '"params": [{ "name": "full", "value": 7 }]',
      message: `method chain_getBlock: an example has "full" where "number" belongs`,
      fix: "Write the parameters as the method has them.",
    },
    {
      title: "the example of a method lacks a required parameter",
      file: "openrpc.json",
      find: '"params": [{ "name": "number", "value": 7 }]',
      put: '"params": []',
      message: 'method chain_getBlock: an example lacks the required "number"',
      fix: "Add its value.",
    },
  ],
  untypedResult: [
    {
      title: "the result of a method may be anything",
      file: "openrpc.json",
      find: '"description": "The stake in base units.",\n        "x-source": "given",\n        "schema": { "$ref": "./openapi.yaml#/components/schemas/Amount" }',
      put: '"description": "The stake in base units.",\n        "x-source": "given",\n        "schema": {}',
      at: '"result": {\n        "name": "stake"',
      message: "method delta_getStake: its result has no schema",
      fix: 'Write the schema of the result, such as `{ "type": "object" }`.',
    },
  ],
  objectParameter: (
    [
      ["{}", "may be an object"],
      ['{ "allOf": [{ "$ref": "./openapi.yaml#/components/schemas/Stakes" }] }', "is an object"],
    ] as const
  ).map(([schema, what]) => ({
    title: `a positional parameter is ${schema}`,
    file: "openrpc.json",
    find: '"schema": { "type": "boolean", "default": false }',
    put: `"schema": ${schema}`,
    at: '{\n          "name": "full"',
    message: `method chain_getBlock: parameter "full" ${what}`,
    fix: "Take its fields as parameters; the last object of a call is its options.",
  })),
  unknownRef: [
    {
      title: "a schema refers to a part of another",
      file: "openrpc.json",
      find: '"anyOf": [\n            { "$ref": "./openapi.yaml#/components/schemas/Block" },',
      put: '"anyOf": [\n            { "$ref": "./openapi.yaml#/components/schemas/Block/properties/hash" },',
      at: "Block/properties/hash",
      message:
        '$ref "./openapi.yaml#/components/schemas/Block/properties/hash" leads to no named schema',
      fix: "Write it in components.schemas, and refer to it there.",
    },
    {
      title: "a schema refers to what is none",
      file: "openapi.yaml",
      find: 'data: { $ref: "#/components/schemas/Stakes", x-source: given }',
      put: 'data: { $ref: "#/components/parameters/Page" }',
      message: '$ref "#/components/parameters/Page" leads to no named schema',
      fix: "Write it in components.schemas, and refer to it there.",
    },
    {
      title: "a response refers to an error of the other spec",
      file: "openapi.yaml",
      find: '"404": { $ref: "#/components/responses/NotFound" }\n  /stakes:',
      put: '"404": { $ref: "./openrpc.json#/components/errors/ParseError" }\n  /stakes:',
      at: "ParseError",
      message:
        '$ref "./openrpc.json#/components/errors/ParseError" leads to no named part of openapi.yaml',
      fix: "Write it in components of openapi.yaml, and refer to it there.",
    },
    {
      title: "an error refers to a schema of the other spec",
      file: "openrpc.json",
      find: '"name": "delta_getStake",',
      put: '"name": "delta_getStake",\n"errors": [{ "$ref": "./openapi.yaml#/components/schemas/Stakes" }],',
      at: '"errors": [{',
      message:
        '$ref "./openapi.yaml#/components/schemas/Stakes" leads to no named part of openrpc.json',
      fix: "Write it in components of openrpc.json, and refer to it there.",
    },
    {
      title: "an error refers to a third file",
      file: "openrpc.json",
      find: '"name": "delta_getStake",',
      put: '"name": "delta_getStake",\n"errors": [{ "$ref": "./errors.json#/Odd" }],',
      at: '"errors": [{',
      message:
        '$ref "./errors.json#/Odd" leads to another file: the specs are openapi.yaml and openrpc.json alone',
      fix: 'Write it in components of openrpc.json, and refer to it with "#/components/…".',
    },
  ],
  unknownField: [
    {
      title: "the answer has no such field",
      file: "openapi.yaml",
      find: "      operationId: getStakes\n",
      put: "      operationId: getStakes\n      x-height: { field: heigth }\n",
      at: "x-height",
      message: 'operation getStakes: its answer has no integer "heigth"',
      fix: "Name a field of the answer.",
    },
    {
      title: "the field is not an integer",
      file: "openapi.yaml",
      find: "      operationId: getBlock\n",
      put: "      operationId: getBlock\n      x-height: { field: hash }\n",
      at: "x-height",
      message: 'operation getBlock: its answer has no integer "hash"',
      fix: "Name a field of the answer: number.",
    },
    {
      title: "the hash is no string",
      file: "openapi.yaml",
      find: "      operationId: getBlock\n",
      put: "      operationId: getBlock\n      x-height: { field: number, hash: number }\n",
      at: "x-height",
      message: 'operation getBlock: its answer has no string "number"',
      fix: "Name a field of the answer: hash, reward, status.",
    },
    {
      title: "the height is not an integer",
      file: "openapi.yaml",
      find: "      operationId: getBlock\n",
      put: "      operationId: getBlock\n      x-block: { height: hash, hash: hash }\n",
      at: "x-block",
      message: 'operation getBlock: its answer has no integer "hash"',
      fix: "Name a field of the answer: number.",
    },
    {
      title: "the items of a list have no such field",
      file: "openapi.yaml",
      find: "      operationId: listBlocks\n",
      put: "      operationId: listBlocks\n      x-block: { height: number, hash: hash, parent: above }\n",
      at: "x-block",
      message: 'operation listBlocks: its answer has no string "above"',
      fix: "Name a field of the answer: hash, reward, status.",
    },
    {
      title: "the hash of a transaction is no string",
      file: "openapi.yaml",
      find: "      operationId: getBlock\n",
      put: "      operationId: getBlock\n      x-block: { height: number, hash: hash, transaction: number }\n",
      at: "x-block",
      message: 'operation getBlock: its answer has no string "number"',
      fix: "Name a field of the answer: hash, reward, status.",
    },
  ],
  unknownIdentity: [
    {
      title: "the operation has no such parameter",
      file: "openapi.yaml",
      find: "      operationId: getBlock\n",
      put: "      operationId: getBlock\n      x-identity: { heigth: [number] }\n",
      at: "heigth",
      message: 'operation getBlock: it has no parameter "heigth"',
      fix: "Name a parameter: identifier.",
    },
    {
      title: "the answer has no such field",
      file: "openapi.yaml",
      find: "      operationId: getBlock\n",
      put: "      operationId: getBlock\n      x-identity: { identifier: [height] }\n",
      at: "x-identity",
      message: 'operation getBlock: its answer has no field "height"',
      fix: "Name a field of the answer: number, hash, reward, status.",
    },
    {
      title: "the items of a list have no such field",
      file: "openapi.yaml",
      find: "      operationId: listBlocks\n",
      put: "      operationId: listBlocks\n      x-identity: { limit: [blocks] }\n",
      at: "x-identity",
      message: 'operation listBlocks: its answer has no field "blocks"',
      fix: "Name a field of the answer: number, hash, reward, status.",
    },
    {
      title: "the field has another type than the parameter",
      file: "openrpc.json",
      find: '"name": "chain_getBlock",',
      put: '"name": "chain_getBlock",\n      "x-identity": { "full": ["number"] },',
      at: '"x-identity"',
      message: 'method chain_getBlock: no field of number has a type of "full"',
      fix: "Name a field of the answer.",
    },
  ],
};

describe.each(Object.entries(CASES))("%s is the one rule that fails where", (rule, cases) => {
  test.each(cases)("$title", (broken) => {
    expect(actualProblem(broken)).toEqual(expectedProblem(rule, broken));
  });
});
