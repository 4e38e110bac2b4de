import { Parser } from "@asyncapi/parser";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { asyncapiDocument } from "../../../scripts/docs/asyncapi.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  visit,
} from "../../../scripts/specs/json.ts";
import { loadSpecs, type Specs } from "../../../scripts/specs/specs.ts";
import { IS_WHOLE } from "../../_suites.ts";
import { smallSpecs } from "../specs/_small_specs.ts";
import { ROOT } from "../_temporary_folder.ts";

/** The parser says that there is a newer minor version, which few tools read. */
const NEWER = "asyncapi-latest-version";

let specs: Specs;
let document: JsonObject;
beforeAll(async () => {
  specs = await loadSpecs(ROOT);
  document = asyncapiDocument(specs);
});

/** What AsyncAPI's own parser finds wrong with a document. */
async function faultsOf(value: JsonObject): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(value));
  return diagnostics
    .filter(({ code }) => code !== NEWER)
    .map(({ path, message }) => `${path.join("/")}: ${message}`);
}

describe("asyncapi.json", () => {
  // Its schemas take seconds to compile; the tests below resolve references and payloads.
  test.runIf(IS_WHOLE)("is accepted by AsyncAPI's parser", async () => {
    expect(await faultsOf(document)).toEqual([]);
  });

  test.runIf(IS_WHOLE)("would be refused with a reference that leads nowhere", async () => {
    const { channels: _, ...rest } = asyncapiDocument(smallSpecs());
    expect(await faultsOf(rest)).not.toEqual([]);
  });

  test("refers to what is in it alone", () => {
    const refs: string[] = [];
    visit(document, (value) => {
      if (isObject(value) && typeof value.$ref === "string") refs.push(value.$ref);
    });
    const keysOf = (ref: string): string[] =>
      ref
        .split("/")
        .slice(1)
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const targetOf = (ref: string): Json | undefined =>
      keysOf(ref).reduce<Json | undefined>(
        (value, key) => (isObject(value) ? value[key] : undefined),
        document,
      );
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => !ref.startsWith("#/") || targetOf(ref) === undefined)).toEqual([]);
  });

  test("has each method that works over WebSocket, and each topic, in its direction", () => {
    const openrpc = specs.openrpc.value as { methods: JsonObject[]; "x-topics": JsonObject };
    const methods = openrpc.methods.filter((method) => method["x-simplified"] !== true);
    const actions = Object.entries(objectsAt(document, "operations")).map(([name, { action }]) => [
      name,
      action,
    ]);
    expect(actions).toEqual([
      ...methods.map(({ name }) => [name, "receive"]),
      ...Object.keys(openrpc["x-topics"]).map((name) => [name, "send"]),
    ]);
  });

  test.each([
    ["blocks", ["alpha", "alpha-testnet", "delta", "delta-testnet"]],
    ["serial_numbers", ["alpha", "alpha-testnet"]],
    ["delta_getStake", ["delta", "delta-testnet"]],
  ])("%s is on the segments that have it", (name, segments) => {
    const { $ref = "" } = objectAt(objectsAt(document, "operations")[name], "channel");
    const channel = objectsAt(document, "channels")[String($ref).split("/").at(-1) ?? ""];
    expect(channel).toMatchObject({
      address: "/ws/{segment}",
      parameters: { segment: { enum: segments } },
      bindings: { ws: { query: { properties: { apiKey: { type: "string" } } } } },
    });
  });

  test("each message has an example, of the chain of the examples, that its payload admits", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema(document, "document");
    const faults: string[] = [];
    const messages = Object.keys(objectsAt(objectAt(document, "components"), "messages"));
    for (const name of messages) {
      const message = objectsAt(objectAt(document, "components"), "messages")[name];
      const examples = (message?.examples ?? []) as { payload: Json }[];
      const pointer = `document#/components/messages/${name}/payload`;
      if (examples.length === 0) faults.push(`${name} has none`);
      for (const { payload } of examples)
        if (!ajv.validate({ $ref: pointer }, payload)) faults.push(`${name}: ${ajv.errorsText()}`);
      for (const { payload } of examples)
        if (isObject(payload) && ajv.validate({ $ref: pointer }, { ...payload, jsonrpc: "1.0" }))
          faults.push(`${name} admits anything`);
    }
    expect(messages.length).toBeGreaterThan(40);
    expect(faults).toEqual([]);
  });
});
