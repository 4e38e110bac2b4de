import { type Json, type JsonObject, objectAt, visit } from "../../../scripts/specs/json.ts";

/** A text, and what to put behind the place in `openapi.yaml` where it stands once. */
type Insertion = readonly [after: string, text: string];

const INSERTIONS: readonly Insertion[] = [
  [
    "\nx-segments:\n",
    `  delta-devnet:
    { description: Devnet of delta., chain: delta, network: devnet, addressPrefix: dx1, x-source: given }
`,
  ],
  [
    "\nx-rate-tiers:\n",
    `  Partner:
    { description: For partners., requestsPerSecond: 500, requestsPerDay: null, x-source: given }
`,
  ],
  [
    "\nx-error-codes:\n",
    "  CHAIN_PAUSED: { status: 503, description: The chain is paused., x-source: given }\n",
  ],
  ["enum: [NOT_FOUND, INVALID_PARAM, RATE_LIMITED, INTERNAL_ERROR", ", CHAIN_PAUSED"],
  ["enum: [alpha, alpha-testnet, delta, delta-testnet", ", delta-devnet"],
  ["x-extensible-enum: [mainnet, testnet", ", devnet"],
  ["x-decided: { enum: [mainnet, testnet", ", devnet"],
  ["x-extensible-enum: [Public, Registered, Enterprise", ", Partner"],
  ["x-decided: { enum: [Public, Registered, Enterprise", ", Partner"],
  [
    "description: Gas the block may use, in gas units.\n",
    `        size:
          { type: integer, description: Size in bytes., examples: [512], x-source: decided, x-reason: Useful. }
`,
  ],
  [
    "\n  schemas:\n",
    `    ListedRecord:
      description: A record of alpha.
      type: object
      required: [commitment, value]
      properties:
        commitment: { $ref: "#/components/schemas/Commitment", description: Its name., x-source: given }
        value: { $ref: "#/components/schemas/Amount", description: In base units., x-source: given }
      examples: [{ commitment: "0x${"ab".repeat(32)}", value: "5" }]
      x-source: given

    RecordList:
      description: A page of records.
      type: object
      required: [records, pagination]
      properties:
        records:
          type: array
          description: Records of this page.
          items: { $ref: "#/components/schemas/ListedRecord" }
          x-source: given
        pagination:
          $ref: "#/components/schemas/Pagination"
          description: Position of the page in the list.
          x-source: given
      examples: [{ records: [], pagination: { page: 1, limit: 20, totalItems: 0 } }]
      x-source: given

`,
  ],
  [
    "\n  schemas:\n",
    `    LogList:
      description: A page of logs.
      type: object
      required: [logs, paging]
      properties:
        logs:
          type: array
          description: Logs of this page.
          items: { $ref: "#/components/schemas/ListedRecord" }
          x-source: given
        paging:
          description: Where the list goes on.
          type: object
          properties:
            next: { type: [string, "null"], description: The next cursor., x-source: given }
          x-source: given
      examples: [{ logs: [], paging: { next: null } }]
      x-source: given

`,
  ],
  [
    "\npaths:\n",
    `  /logs:
    get:
      operationId: listLogs
      tags: [Chain]
      summary: List logs
      description: Logs, oldest first.
      x-source: given
      x-safe: true
      x-pagination: { items: logs, key: commitment, cursor: { parameter: after, next: paging.next } }
      parameters:
        - { name: after, in: query, description: A place., x-source: given, schema: { type: string }, example: c }
      responses:
        "200":
          description: A page of logs.
          content:
            application/json:
              schema:
                type: object
                required: [success, data]
                properties:
                  success: { const: true, x-source: given }
                  data: { $ref: "#/components/schemas/LogList", x-source: given }
              example: { success: true, data: { logs: [], paging: { next: null } } }
          x-source: given
        "400": { $ref: "#/components/responses/InvalidParam" }

`,
  ],
  [
    "\npaths:\n",
    `  /records:
    get:
      operationId: listRecords
      tags: [Blocks]
      summary: List records
      description: Records of alpha, newest first.
      x-source: given
      x-chains: [alpha]
      x-safe: true
      x-pagination: { items: records, key: commitment, grows: start }
      parameters:
        - $ref: "#/components/parameters/Page"
        - $ref: "#/components/parameters/Limit"
      responses:
        "200":
          description: A page of records.
          x-source: given
          content:
            application/json:
              schema:
                type: object
                required: [success, data]
                properties:
                  success: { const: true, x-source: given }
                  data: { $ref: "#/components/schemas/RecordList", x-source: given }
              example:
                success: true
                data: { records: [], pagination: { page: 1, limit: 20, totalItems: 0 } }
        "400": { $ref: "#/components/responses/InvalidParam" }

`,
  ],
];

const METHOD: JsonObject = {
  name: "delta_getRewards",
  summary: "Get the rewards of an address",
  description: "Rewards of a staker that are not claimed yet.",
  "x-source": "given",
  "x-safe": true,
  "x-chains": ["delta"],
  paramStructure: "by-name",
  params: [
    {
      name: "address",
      description: "Address of the staker.",
      required: true,
      "x-source": "given",
      schema: { $ref: "./openapi.yaml#/components/schemas/Address" },
    },
    {
      name: "height",
      description: "Block height; the newest if it is left out.",
      "x-source": "given",
      schema: { $ref: "./openapi.yaml#/components/schemas/Height" },
    },
    {
      name: "minimum",
      description: "Least reward to count.",
      "x-source": "given",
      schema: { $ref: "./openapi.yaml#/components/schemas/Amount" },
    },
    {
      name: "most",
      description: "Most to count; all of them if it is left out.",
      "x-source": "given",
      schema: {
        anyOf: [
          { $ref: "./openapi.yaml#/components/schemas/Amount" },
          { type: "string", enum: ["all"] },
        ],
        default: "all",
      },
    },
    {
      name: "new",
      description: "Only those since the last claim.",
      "x-source": "given",
      schema: { type: "boolean" },
    },
  ],
  result: {
    name: "rewards",
    description: "Rewards in base units.",
    "x-source": "given",
    schema: { $ref: "./openapi.yaml#/components/schemas/Amount" },
  },
  examples: [
    {
      name: "Rewards",
      params: [
        { name: "most", value: "all" },
        { name: "address", value: "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz" },
      ],
      result: { name: "rewards", value: "5" },
    },
  ],
};

const DEV_METHOD: JsonObject = { ...METHOD, name: "dev_pause", "x-chains": ["alpha", "delta"] };

const RPC_ERROR: JsonObject = {
  code: -32090,
  message: "Chain paused",
  "x-source": "given",
  "x-description": "The chain is paused.",
  "x-example": { code: -32090, message: "Chain paused" },
};

const TOPIC: JsonObject = {
  summary: "New records",
  description: "Every record that is created.",
  payload: { $ref: "./openapi.yaml#/components/schemas/ListedRecord" },
  filter: { $ref: "#/components/schemas/RecordFilter" },
  reorgNotice: true,
  "x-source": "given",
  "x-chains": ["alpha"],
  example: { commitment: `0x${"ab".repeat(32)}`, value: "5" },
};

const AMOUNT_FIELD: JsonObject = {
  $ref: "./openapi.yaml#/components/schemas/Amount",
  description: "Only of this value or more.",
  examples: ["5"],
  "x-source": "given",
};

const RECORD_FILTER: JsonObject = {
  description: "Filter of records.",
  allOf: [
    { $ref: "#/components/schemas/CursorFilter" },
    { type: "object", properties: { value: AMOUNT_FIELD } },
  ],
  examples: [{ value: "5" }],
  "x-source": "given",
};

const HEIGHT_FIELD: JsonObject = {
  $ref: "./openapi.yaml#/components/schemas/Height",
  description: "Only of this height.",
  examples: [1204],
  "x-source": "given",
};

/** A chain with one segment. */
const CHAIN: readonly Insertion[] = [
  [
    "\nx-segments:\n",
    `  gamma:
    { description: Mainnet of gamma., chain: gamma, network: mainnet, addressPrefix: gx1, x-source: given }
`,
  ],
  ['pattern: "^(ax1|dx1', "|gx1"],
  ['pattern: "^(ax|dx', "|gx"],
  ["enum: [alpha, alpha-testnet, delta, delta-testnet", ", gamma"],
  ["x-extensible-enum: [alpha, delta", ", gamma"],
  ["x-decided: { enum: [alpha, delta", ", gamma"],
  ["        alpha: [transfer]\n", "        gamma: [transfer]\n"],
  ["              alpha: [all, transfer]\n", "              gamma: [all, transfer]\n"],
];

/** `openapi.yaml` with a further chain. */
export function addChainToOpenapi(text: string): string {
  return insert(text, CHAIN);
}

/** `openrpc.json` with the same chain. */
export function addChainToOpenrpc(text: string): string {
  return text
    .replaceAll('"delta-testnet"]', '"delta-testnet", "gamma"]')
    .replace(
      '"x-values-by-chain": {',
      '$& "gamma": ["blocks", "transactions", "pending_transactions", "reorgs"],',
    );
}

/** `openapi.yaml` with a list that alpha alone has, a field, an error code, a segment and a tier more. */
export function addToOpenapi(text: string): string {
  return insert(text, INSERTIONS);
}

/** `openapi.yaml` with the further segment in each set of them. */
export function nameSegment(text: string): string {
  return text.replaceAll("delta, delta-testnet]", "delta, delta-testnet, delta-devnet]");
}

function insert(text: string, insertions: readonly Insertion[]): string {
  return insertions.reduce((whole, [after, added]) => {
    const parts = whole.split(after);
    if (parts.length !== 2)
      throw new Error(`Cannot add behind "${after}": it stands there ${parts.length - 1} times`);
    return parts.join(after + added);
  }, text);
}

/** `openrpc.json` with a method that delta alone has, one of devnet control, a topic, a field of filters, an error and a segment more. */
export function addToOpenrpc(text: string): string {
  const spec = JSON.parse(text) as {
    methods: Json[];
    components: JsonObject;
    "x-dev": { methods: Json[] };
    "x-topics": JsonObject;
  };
  spec.methods.push(METHOD);
  spec["x-dev"].methods.push(DEV_METHOD);
  objectAt(spec.components, "errors").ChainPaused = RPC_ERROR;
  spec["x-topics"].records = TOPIC;
  const schemas = objectAt(spec.components, "schemas");
  schemas.RecordFilter = RECORD_FILTER;
  const { CursorFilter, SubscriptionFilter } = schemas;
  objectAt(CursorFilter, "properties").height = HEIGHT_FIELD;
  Object.assign(objectAt(SubscriptionFilter, "properties"), {
    height: HEIGHT_FIELD,
    value: AMOUNT_FIELD,
  });
  visit(spec, (value) => {
    if (!Array.isArray(value)) return;
    if (value.includes("delta-testnet")) value.push("delta-devnet");
    if (value.includes("serial_numbers")) value.push("records");
    if (value.includes(-32005)) value.push(-32090);
  });
  return JSON.stringify(spec, undefined, 2);
}

/** A user's module that compiles only if all that was added is in the client's types, and on its chain alone. */
export const PROBE = `import { createClient } from "./src/mod.ts";
import { RPC_ERRORS, type RestErrorCode, type RpcErrorCode } from "./src/generated/errors.gen.ts";
import { TIERS } from "./src/generated/tiers.gen.ts";

const options = { endpoints: "http://127.0.0.1:1" };
const alpha = createClient("alpha", options);
const delta = createClient("delta", options);
const devnet = createClient("delta-devnet", options);

export async function* readRecords(): AsyncGenerator<{ commitment: string; value: bigint }> {
  for await (const { commitment, value } of alpha.listRecords({ limit: 5 })) yield { commitment, value };
}
export async function* readLogs(): AsyncGenerator<bigint> {
  for await (const { value } of delta.listLogs({ after: "c" })) yield value;
}
export const count: Promise<number> = alpha.listRecords().then((page) => page.items.length);
export const rewards: Promise<bigint> = devnet.rpc.delta_getRewards("dx1…", 5);
export const least: Promise<bigint> = delta.rpc.delta_getRewards("dx1…", 5, 7n, "all");
export const most: Promise<bigint> = delta.rpc.delta_getRewards("dx1…", undefined, 7n, 8n);
export const newest: Promise<bigint> = delta.rpc.delta_getRewards("dx1…", { headers: {} });
export const size: Promise<number | undefined> = delta.getBlock(7).then((block) => block.size);
export const network: "devnet" | "mainnet" | "testnet" = devnet.network;
export const allowed: number | null = TIERS.Partner.requestsPerSecond;
export const restCode: RestErrorCode = "CHAIN_PAUSED";
export const rpcCode: RpcErrorCode = -32090;
export const rpcMessage: string = RPC_ERRORS.ChainPaused.message;

void alpha.events.subscribe("records", { height: 5, value: 7n });

// @ts-expect-error delta has no records
void delta.listRecords;
// @ts-expect-error alpha has no rewards
void alpha.rpc.delta_getRewards;
// @ts-expect-error devnet control is in no client
void delta.rpc.dev_pause;
// @ts-expect-error a height is a number
void delta.rpc.delta_getRewards("dx1…", "5");
// @ts-expect-error an amount is a bigint
void delta.rpc.delta_getRewards("dx1…", 5, "7");
// @ts-expect-error delta has no records
void delta.events.subscribe("records");
// @ts-expect-error an amount is a bigint
void alpha.events.subscribe("records", { value: "7" });
// @ts-expect-error no such tier
void TIERS.Friend;
`;
