import { createRequire } from "node:module";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createExampleService } from "../../../scripts/examples/example_chain.ts";
import { publishOpenrpc, withKnownFormats } from "../../../scripts/docs/publish.ts";
import { bundleOpenrpc } from "../../../scripts/specs/bundle_openrpc.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  visit,
} from "../../../scripts/specs/json.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { listen } from "../../../src/service/mod.ts";
import { specAt } from "../../../src/service/server/pages/_site_files.ts";
import { ROOT } from "../_temporary_folder.ts";

/** Input of the tool, and its result for each call. */
interface Coverage {
  (options: {
    readonly openrpcDocument: unknown;
    readonly reporters: readonly unknown[];
    readonly transport: (url: string, method: string, params: Json) => Promise<JsonObject>;
  }): Promise<{ readonly title: string; readonly valid: boolean; readonly reason?: string }[]>;
}

const require = createRequire(import.meta.url);
const { default: coverage } = require("@open-rpc/test-coverage") as { default: Coverage };
const { parseOpenRPCDocument } = createRequire(require.resolve("@open-rpc/test-coverage"))(
  "@open-rpc/schema-utils-js",
) as { parseOpenRPCDocument: (text: string) => Promise<unknown> };

const specs = await loadSpecs(ROOT);
const openapi = withKnownFormats(specs.openapi.value);
const openrpc = publishOpenrpc(bundleOpenrpc(specs), objectAt(openapi, "x-segments"));

test("a strict validator takes every schema and every example of the published openapi.json", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  const marks = new Set<string>();
  const schemas: [string, JsonObject][] = [];
  visit(openapi, (value, path) => {
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) if (key.startsWith("x-")) marks.add(key);
    const isSchema = path.at(-1) === "schema" || (path[1] === "schemas" && path.length === 3);
    if (isSchema) schemas.push([path.join("/"), value]);
  });
  ajv.addVocabulary([...marks]);
  const name = (value: JsonObject): JsonObject =>
    JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "schema:")) as JsonObject;
  for (const [named, schema] of Object.entries(
    objectAt(objectAt(openapi, "components"), "schemas"),
  ))
    ajv.addSchema(name(schema as JsonObject), `schema:${named}`);
  const faults: string[] = [];
  const compiled = new Map<string, ValidateFunction>();
  const check = (where: string, schema: JsonObject, value: Json | undefined): void => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(name(schema));
    compiled.set(key, validate);
    if (value !== undefined && !validate(value))
      faults.push(`${where}: ${ajv.errorsText(validate.errors)}`);
  };
  for (const [where, schema] of schemas) {
    check(where, schema, undefined);
    for (const value of (schema.examples as Json[] | undefined) ?? []) check(where, schema, value);
  }
  visit(openapi, (value, path) => {
    if (isObject(value) && isObject(value.schema))
      check(path.join("/"), value.schema, value.example);
  });
  expect(faults).toEqual([]);
  expect(schemas.length).toBeGreaterThan(50);
});

test("the published documents refer to nothing outside themselves", () => {
  const outside: string[] = [];
  for (const document of [openapi, openrpc]) {
    visit(document, (value) => {
      if (isObject(value) && typeof value.$ref === "string" && !value.$ref.startsWith("#/"))
        outside.push(value.$ref);
    });
  }
  expect(outside).toEqual([]);
});

test("@open-rpc/test-coverage finds every example of the published openrpc.json answered", async () => {
  const service = await createExampleService({
    segments: ["alpha", "delta"],
    keylessTier: "Enterprise",
  });
  const listener = await listen(service, { port: 0 });
  const published = specAt(JSON.stringify(openrpc), listener.origin);
  const { methods, servers } = JSON.parse(published) as {
    readonly methods: readonly (JsonObject & { readonly servers?: { readonly url: string }[] })[];
    readonly servers: readonly { readonly url: string }[];
  };
  expect(servers[0]?.url).toBe(`${listener.origin}/rpc/delta`);
  const socket = new WebSocket(`${listener.origin.replace("http", "ws")}/ws/delta`);
  await new Promise((resolve) => socket.once("open", resolve));
  const calls = await coverage({
    openrpcDocument: await parseOpenRPCDocument(published),
    reporters: [SILENT],
    // The tool sends each call to the first server; a method may have servers of its own.
    async transport(first, name, params) {
      const method = methods.find((one) => one.name === name);
      const to = method?.servers?.[0]?.url ?? first;
      const call = method?.["x-simplified"] === true ? {} : { jsonrpc: "2.0", id: 1 };
      const body = JSON.stringify({ ...call, method: name, params });
      return to.startsWith("ws") ? callSocket(socket, body) : post(to, body);
    },
  });
  socket.close();
  await listener.close();
  expect(calls.filter(({ valid }) => !valid)).toEqual([]);
  expect(calls.length).toBeGreaterThan(25);
});

const SILENT = {
  onBegin() {},
  onTestBegin() {},
  onTestEnd() {},
  onEnd: (_: unknown, calls: unknown) => calls,
};

async function post(url: string, body: string): Promise<JsonObject> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  return (await response.json()) as JsonObject;
}

/** The answer to a call; events that come before it are none. */
function callSocket(socket: WebSocket, body: string): Promise<JsonObject> {
  return new Promise((resolve) => {
    const take = (data: Buffer): void => {
      const message = JSON.parse(data.toString()) as JsonObject;
      if (!("id" in message)) return;
      socket.off("message", take);
      resolve(message);
    };
    socket.on("message", take);
    socket.send(body);
  });
}
