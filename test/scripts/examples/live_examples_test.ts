import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servedPath } from "../../../scripts/specs/calls.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from "../../../scripts/specs/json.ts";
import { liveExamples } from "../../../scripts/examples/live_examples.ts";
import { allMethods, type Operation, readModel } from "../../../scripts/specs/model/mod.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { selectChain } from "../../../src/chains/mod.ts";
import type { ChainContext } from "../../../src/service/api/context/mod.ts";
import { answersOf } from "../../../src/service/server/data_folder/mod.ts";
import { handleRest } from "../../../src/service/api/rest/mod.ts";
import { handleRpc } from "../../../src/service/api/rpc/mod.ts";
import type { Store } from "../../../src/service/chain/store/mod.ts";
import { ROOT } from "../_temporary_folder.ts";
import { type ExampleTarget, startExampleTarget } from "./_example_target.ts";

const specs = await loadSpecs(ROOT);
const { openapi, openrpc } = specs;
const model = readModel(specs);
const CONTENT = ["content", "application/json"];

let target: ExampleTarget;
beforeAll(async () => {
  target = await startExampleTarget();
});
afterAll(() => target.close());

const FAILURE = new Error("The disk is gone");
const NO_REQUEST = {
  header: (name: string) => (name === "content-type" ? "application/json" : undefined),
  body: async () => new Uint8Array(),
};
/** A chain each read of which fails. */
const BROKEN = answersOf({
  selection: selectChain("delta"),
  store: new Proxy({ revision: 1, events: { epoch: 1 } } as unknown as Store, {
    get: (store, name) => Reflect.get(store, name) ?? (() => Promise.reject(FAILURE)),
  }),
  source: { failure: undefined, blockTime: 2 } as unknown as ChainContext["source"],
});

/** The answer without what is another in each: the id of the request and the time. */
function withoutMeta(answer: JsonObject): JsonObject {
  return { ...answer, meta: null };
}

function segmentOf(holder: JsonObject): string {
  const chains = [...arrayAt(holder, "x-chains"), ...arrayAt(holder["x-decided"], "x-chains")];
  return chains[0] === "alpha" ? "alpha" : "delta";
}

/** The request of a reader who fills in the examples of an operation's parameters. */
function requestOf({
  at: path,
  value,
  declared,
}: Operation): readonly [path: string, body: Json | undefined] {
  const query = new URLSearchParams();
  const served = servedPath(openapi.value, String(path[1]));
  const base = served.url.replace("{apiHost}", "").replace("{segment}", segmentOf(value));
  let route = base + served.path;
  for (const { name, value: parameter } of declared) {
    const example = String(parameter.example);
    if (parameter.in === "query") query.set(name, example);
    else route = route.replace(`{${name}}`, example);
  }
  const body = openapi.at([...path, "requestBody", ...CONTENT, "example"]);
  return [`${route}${query.size > 0 ? `?${query}` : ""}`, body];
}

describe("an example is answered on the chain of the examples with the values that it shows", () => {
  test.each(model.operations.map((call) => [call.id, call] as const))(
    "of the operation %s",
    async (_, call) => {
      const { status, answer } = await target.send(...requestOf(call));
      const shown = openapi.at([...call.at, "responses", String(status), ...CONTENT, "example"]);
      expect(withoutMeta(answer)).toEqual(withoutMeta(shown as JsonObject));
    },
  );

  const responses = Object.entries(objectsAt(openapi.at(["components"]), "responses"));
  const refusals = responses.flatMap(([name, response]) => {
    const content = objectAt(objectAt(response, "content"), "application/json");
    return content["x-request"] === undefined ? [] : [[name, content] as const];
  });
  test.each(refusals)("of the REST error %s", async (name, content) => {
    const path = `/v1/delta${textAt(content, "x-request").replace("GET ", "")}`;
    const answer =
      name === "RateLimited"
        ? await target.sendUntilRefused(path)
        : (await target.send(path)).answer;
    expect(withoutMeta(answer)).toEqual(withoutMeta(objectAt(content, "example")));
  });

  test("of each REST error that a request can bring about", () => {
    expect(refusals.map(([name]) => name)).toEqual(["InvalidParam", "NotFound", "RateLimited"]);
  });

  const examples = allMethods(model).flatMap((call) =>
    arrayAt(call.value, "examples").map((example) => {
      const params = arrayAt(example, "params").map(
        (one) => objectAt({ one }, "one").value ?? null,
      );
      const shown = objectAt(example, "result").value;
      return { title: `${call.name}, ${textAt(example, "name")}`, call, params, shown };
    }),
  );
  const isDev = ({ call }: (typeof examples)[number]): boolean => call.at[0] === "x-dev";
  const isSubscription = ({ call }: (typeof examples)[number]): boolean =>
    call.value["x-websocket"] === true;
  const plain = examples.filter((example) => !isDev(example) && !isSubscription(example));
  test.each(plain)("of the method $title", async ({ call, params, shown }) => {
    const { name: method, value } = call;
    const isSimplified = value["x-simplified"] === true;
    const request = isSimplified ? { method, params } : { jsonrpc: "2.0", id: 1, method, params };
    const { answer } = await target.send(`/rpc/${segmentOf(value)}`, request);
    expect(answer.result).toEqual(shown);
  });

  test("of the subscription calls, one after the other on one connection", async () => {
    const socket = await target.connect("/ws/delta");
    for (const { call, params, shown } of examples.filter(isSubscription)) {
      socket.send({ jsonrpc: "2.0", id: 1, method: call.name, params });
      let message = await socket.next();
      while (message.id !== 1) message = await socket.next();
      expect(message.result).toEqual(shown);
    }
    socket.close();
  });

  const errors = Object.entries(objectsAt(openrpc.at(["components"]), "errors"));
  const caused = errors.filter(([, error]) => error["x-request"] !== undefined);
  test.each(caused)("of the JSON-RPC error %s", async (name, error) => {
    const request = error["x-request"] ?? null;
    let answer: JsonObject;
    if (name === "LimitExceeded") answer = await target.sendUntilRefused("/rpc/delta", request);
    else if (objectAt({ request }, "request").method === "chain_subscribe") {
      const socket = await target.connect("/ws/delta");
      socket.send(request);
      answer = await socket.next();
      socket.close();
    } else answer = (await target.send("/rpc/delta", request)).answer;
    expect(answer.error).toEqual(error["x-example"]);
  });

  test("of each JSON-RPC error that a request can bring about", () => {
    const others = errors.filter(([, error]) => error["x-request"] === undefined);
    expect(others.map(([name]) => name)).toEqual(["InternalError"]);
  });

  test("of the REST error InternalError, where a handler fails", async () => {
    const logged: unknown[] = [];
    const answer = await handleRest(
      {
        route: { operation: "getChainInfo", parameters: {} },
        ...{ pathname: "/v1/delta/chain/info", search: "", request: NO_REQUEST },
        meta: { timestamp: 0, requestId: "" },
        onError: (error) => logged.push(error),
      },
      BROKEN,
    );
    const shown = openapi.at(["components", "responses", "InternalError", ...CONTENT, "example"]);
    expect(answer.status).toBe(500);
    expect(withoutMeta(JSON.parse(String(answer.body)))).toEqual(withoutMeta(shown as JsonObject));
    expect(logged).toEqual([FAILURE]);
  });

  test("of the JSON-RPC error InternalError, where a handler fails", async () => {
    const logged: unknown[] = [];
    const call = { jsonrpc: "2.0", id: 1, method: "chain_getInfo", params: [] };
    const body = new TextEncoder().encode(JSON.stringify(call));
    const answer = await handleRpc({
      chain: BROKEN,
      request: { ...NO_REQUEST, body: async () => body },
      chargeFurther: async () => undefined,
      onBatch: () => undefined,
      onCall: () => undefined,
      onError: (error) => logged.push(error),
    });
    const shown = openrpc.at(["components", "errors", "InternalError", "x-example"]);
    expect(JSON.parse(String(answer.body)).error).toEqual(shown);
    expect(logged).toEqual([FAILURE]);
  });

  const topics = Object.entries(objectsAt(openrpc.value, "x-topics")).filter(
    ([, topic]) => topic["x-live"] !== true,
  );
  test.each(topics)("of the topic %s, as its first event after the cursor", async (name, topic) => {
    const socket = await target.connect(`/ws/${segmentOf(topic)}`);
    const params = [name, { after: topic.after ?? null }];
    socket.send({ jsonrpc: "2.0", id: 1, method: "chain_subscribe", params });
    expect((await socket.next()).result).toMatchObject({ cursor: topic.after });
    let { result, cursor } = objectAt(await socket.next(), "params");
    if (topic.reorgNotice === true) {
      const notice = objectAt(objectAt(openrpc.value, "x-notification"), "reorgNotice").example;
      if (segmentOf(topic) === "delta") expect(result).toEqual(notice);
      expect(isObject(result) && result.reorg).toBeTruthy();
      ({ result, cursor } = objectAt(await socket.next(), "params"));
    }
    socket.close();
    expect({ result, cursor }).toEqual({ result: topic.example, cursor: topic.cursor });
  });

  test("of devnet control, each on the chain as it was", async () => {
    const control = (method: string, params: Json): Promise<JsonObject> =>
      target.control("/rpc/delta", { jsonrpc: "2.0", id: 1, method, params });
    const dev = examples.filter(isDev);
    // A snapshot comes first, and brings back all but the clock and the interval.
    const last = ["dev_setTime", "dev_setInterval"];
    const rank = ({ call: { name } }: (typeof examples)[number]): number =>
      name === "dev_snapshot" ? -2 : last.indexOf(name);
    for (const { call, params, shown } of dev.toSorted((one, other) => rank(one) - rank(other))) {
      expect((await control(call.name, params)).result, call.name).toEqual(shown);
      if (call.name !== "dev_snapshot") await control("dev_revert", ["snap-1"]);
      await control("dev_setFaults", [[]]);
    }
    await control("dev_setInterval", [0]);
    expect(dev.length).toBeGreaterThan(6);
  });
});

test("a property that no handler fills is named with its line, and where to fill it", async () => {
  const property = "        colour: { type: string, description: Its colour., examples: [red] }\n";
  const text = openapi.text
    .replace(/( {4}Block:\n[^]*?properties:\n)/, `$1${property}`)
    .replace("- &block\n", "$&          colour: red\n");
  const changed = { ...specs, openapi: new SpecFile("openapi.yaml", text) };
  const line = text.slice(0, text.indexOf(property)).split("\n").length;
  await expect(liveExamples(changed)).rejects.toThrow(
    `openapi.yaml:${line}: no answer on the chain of the examples has "colour" of Block\n    Fill it in src/service/api/views.ts`,
  );
});
