/** A parameter of the specs as one line of YAML. */
function parameter(place: string, name: string, schema: string, example: string): string {
  return `        - { name: ${name}, in: ${place}, description: A value., schema: ${schema}, example: ${example}, x-source: given }`;
}

const AMOUNT = '{ $ref: "#/components/schemas/Amount" }';
const REF = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

function success(status: number): string {
  return `        "${status}":
          description: Done.
          content:
            application/json:
              schema:
                type: object
                required: [success, data, meta]
                properties:
                  success: { type: boolean, const: true, description: Always true., examples: [true], x-source: given }
                  data: { $ref: "#/components/schemas/Label", description: The label., x-source: given }
                  meta: { $ref: "#/components/schemas/Meta", description: Facts., x-source: given }
              example: { success: true, data: *label, meta: *meta }
          x-source: given
        "400": { $ref: "#/components/responses/InvalidParam" }`;
}

/** Schemas that stand at the beginning of the schemas of `openapi.yaml`, after those that they refer to. */
const SCHEMAS = `
    Label:
      description: A label of an owner.
      type: object
      required: [owner, told]
      properties:
        owner: { type: string, description: Its owner., examples: [me], x-source: given }
        told: { type: string, description: The input of the handler as JSON., examples: ["{}"], x-source: given }
        weight: { $ref: "#/components/schemas/Amount", description: Its weight., x-source: given }
      examples:
        - &label { owner: me, told: "{}", weight: "5" }
      x-source: given

    LabelChange:
      description: A change of a label.
      type: object
      required: [weight]
      properties:
        weight: { $ref: "#/components/schemas/Amount", description: Its weight., x-source: given }
        note: { type: string, description: A note., examples: [new], x-source: given }
      examples: [{ weight: "5" }]
      x-source: given
`;

/** Operations of every verb, with parameters of every place and type. */
const PATHS = `  /labels/{owner}/{name}:
    parameters:
      # Declared in another order than the path has them.
      - { name: name, in: path, required: true, description: Name., schema: { type: string }, example: first, x-source: given }
      - { name: owner, in: path, required: true, description: Owner., schema: { type: string }, example: me, x-source: given }
    get:
      operationId: getLabel
      summary: Get a label
      description: A label.
      tags: [Chain]
      x-safe: true
      x-source: given
      parameters:
${parameter("header", "X-Reason", "{ type: string }", "why")}
${parameter("header", "X-Levels", "{ type: array, items: { enum: [1, 2] } }", "[1]")}
      responses:
${success(200)}
    put:
      operationId: putLabel
      summary: Put a label
      description: Makes or replaces a label.
      tags: [Chain]
      x-safe: false
      x-source: given
      requestBody:
        required: true
        description: The label.
        content:
          application/json:
            schema:
              type: object
              required: [weight]
              properties:
                weight: { $ref: "#/components/schemas/Amount", description: Its weight., x-source: given }
                note: { type: string, description: A note., examples: [new], x-source: given }
            example: { weight: "5" }
        x-source: given
      responses:
${success(200)}
    patch:
      operationId: patchLabel
      summary: Change a label
      description: Changes a label, if a change is given.
      tags: [Chain]
      x-safe: false
      x-source: given
      requestBody:
        required: false
        description: The change.
        content:
          application/json:
            schema: ${REF("LabelChange")}
            example: { weight: "5" }
        x-source: given
      responses:
${success(200)}
    delete:
      operationId: deleteLabel
      summary: Remove a label
      description: Removes a label.
      tags: [Chain]
      x-safe: true
      x-source: given
      responses:
        "204":
          description: Removed.
          x-source: given
        "400": { $ref: "#/components/responses/InvalidParam" }

  /labels/heavier/{weight}:
    get:
      operationId: getHeavierLabel
      summary: Get a heavier label
      description: A label that is heavier than a weight.
      tags: [Chain]
      x-safe: true
      x-source: given
      parameters:
        - { name: weight, in: path, required: true, description: Weight., schema: ${AMOUNT}, example: "5", x-source: given }
${parameter("query", "ids, explode: false", "{ type: array, items: { type: integer } }", "[1]")}
${parameter("query", "names", "{ type: array, items: { type: string } }", "[a]")}
${parameter("query", "full", "{ type: boolean }", "true")}
${parameter("query", "ratio", "{ type: number, maximum: 1 }", "0.5")}
${parameter("query", "level", "{ type: integer, enum: [1, 2, 3] }", "1")}
${parameter("query", "least", AMOUNT, '"5"')}
      responses:
${success(200)}

  /labels/next:
    servers: [{ url: "{apiHost}/v2/{segment}", description: The next version., variables: { apiHost: { default: "http://127.0.0.1:8645", description: Host. }, segment: { default: delta, enum: [alpha, alpha-testnet, delta, delta-testnet], description: Segment. } } }]
    post:
      operationId: postNextLabel
      summary: Make the next label
      description: Makes a label.
      tags: [Chain]
      x-safe: false
      x-source: given
      responses:
${success(201)}

`;

/** Handlers that tell what they were given. */
const HANDLERS = `
  getLabel: async (input) => tell(input.path.owner, input),
  putLabel: async (input) => tell(input.path.owner, { weight: input.body.weight, ...input }),
  patchLabel: async (input) => tell(input.path.owner, { ...input, hasBody: input.body !== undefined }),
  deleteLabel: async () => undefined,
  getHeavierLabel: async (input) => tell(input.query.ids?.map((id) => id + 1).join() ?? "", input),
  postNextLabel: async (input) => tell("next", input),
`;

/** The function that these handlers call. */
const TELL = `
function tell(owner: string, input: object): { owner: string; told: string; weight: string } {
  return { owner, told: JSON.stringify(input), weight: "18446744073709551616" };
}
`;

/** `openapi.yaml` with operations of every verb. */
export function addOperations(text: string): string {
  return text
    .replace("\n    # Chain\n", () => `${SCHEMAS}\n    # Chain\n`)
    .replace("\npaths:\n", () => `\npaths:\n${PATHS}`);
}

/** The module of the service's handlers with those of these operations. */
export function addHandlers(text: string): string {
  return text.replace("  // Chain\n", HANDLERS) + TELL;
}

/** A user's module that compiles only if the client's types say what the specs say. */
export const PROBE = `import { createClient } from "./src/mod.ts";

const delta = createClient("delta", { endpoints: "http://127.0.0.1:1" });
export const weight: Promise<bigint | undefined> = delta.getLabel("me", "first", { "X-Reason": "why", "X-Levels": [1] }).then((label) => label.weight);
void delta.putLabel("me", "first", { weight: 5n, note: "new" });
void delta.patchLabel("me", "first");
void delta.patchLabel("me", "first", { weight: 5n }, { timeout: 5 });
export const nothing: Promise<undefined> = delta.deleteLabel("me", "first");
void delta.getHeavierLabel(5n, { ids: [1], names: ["a"], full: true, ratio: 0.5, level: 2, least: 7n });
void delta.postNextLabel();
void delta.rest.PUT("/labels/{owner}/{name}", { params: { path: { owner: "me", name: "first" } }, body: { weight: "5" } });

// @ts-expect-error a weight is a bigint
void delta.putLabel("me", "first", { weight: "5" });
// @ts-expect-error the body is required
void delta.putLabel("me", "first");
// @ts-expect-error there is no such level
void delta.getHeavierLabel(5n, { level: 4 });
// @ts-expect-error on the wire a weight is a string
void delta.rest.PUT("/labels/{owner}/{name}", { params: { path: { owner: "me", name: "first" } }, body: { weight: 5n } });
`;
