import type { Chain } from "../../src/chains/mod.ts";
import { EXAMPLE_SEGMENT, SEGMENTS } from "../../src/generated/segments.gen.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../specs/json.ts";
import { type Method, type Model, type Operation, readModel } from "../specs/model/mod.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import { deref, followRef, type Specs } from "../specs/specs.ts";
import { type Cast, findCast } from "./cast.ts";
import {
  CALLS,
  type ExampleService,
  requestOf,
  startExampleService,
  TOPICS,
} from "./example_service.ts";
import { methodExamples, parameterExamples } from "./requests.ts";
import { type Sample, schemaSamples, type Sent } from "./schema_samples.ts";

/** Every example of the specs, as a service on the chain of the examples answers it. */
export async function liveExamples(specs: Specs): Promise<Sample[]> {
  const service = await startExampleService();
  try {
    const cast = await findCast(service);
    return await new LiveExamples(specs, service, cast).take();
  } finally {
    await service.close();
  }
}

class LiveExamples {
  readonly #specs: Specs;
  readonly #model: Model;
  readonly #service: ExampleService;
  readonly #cast: Cast;
  readonly #samples: Sample[] = [];
  readonly #sent: Sent[] = [];
  /** Names of parameter examples that no operation has used yet. */
  readonly #unused: Set<string>;

  constructor(specs: Specs, service: ExampleService, cast: Cast) {
    this.#specs = specs;
    this.#model = readModel(specs);
    this.#service = service;
    this.#cast = cast;
    this.#unused = new Set(Object.keys(parameterExamples(cast)));
  }

  async take(): Promise<Sample[]> {
    // Lists repeat the first example of a thing.
    const isList = ({ items }: Operation): number => (items === undefined ? 0 : 1);
    const ranked = this.#model.operations.toSorted((left, right) => isList(left) - isList(right));
    for (const operation of ranked) await this.#operation(operation);
    const [lost] = this.#unused;
    if (lost !== undefined)
      throw new Error(
        `Cannot show "${lost}": no parameter has that name. Rename it in scripts/examples/requests.ts.`,
      );
    await this.#responses();
    await this.#methods();
    await this.#errors();
    await this.#topics();
    await this.#replaying();
    await this.#transactions();
    await this.#devMethods();
    await this.#pending();
    this.#messages();
    return [...this.#samples, ...schemaSamples(this.#specs, this.#sent)];
  }

  #put(spec: SpecFile, path: Path, value: Json | undefined): void {
    if (value !== undefined && spec.at(path) !== undefined)
      this.#samples.push({ spec, path, value });
  }

  async #operation({ id, spec, at: path, declared, ...operation }: Operation): Promise<void> {
    const { server, verb, chains } = operation;
    const known = parameterExamples(this.#cast);
    let target = operation.path;
    const query = new URLSearchParams();
    for (const parameter of declared) {
      const at = examplePath(this.#specs, spec, parameter.at);
      const component = String(at.at(-2));
      const own = `${id} ${parameter.name}`;
      const example = known[component] ?? known[own] ?? parameter.value.example;
      for (const key of [component, own]) this.#unused.delete(key);
      if (example === undefined) continue;
      this.#put(spec, at, example);
      this.#sent.push({ spec, path: [...at.slice(0, -1), "schema"], value: example });
      if (parameter.in === "query") query.set(parameter.name, String(example));
      else target = target.replace(`{${parameter.name}}`, encodeURIComponent(String(example)));
    }
    const content = ["content", "application/json"];
    const body = spec.at([...path, "requestBody", ...content, "example"]);
    if (body !== undefined)
      this.#sent.push({ spec, path: [...path, "requestBody", ...content, "schema"], value: body });
    const search = query.size > 0 ? `?${query}` : "";
    const request = { target: target + search, server, verb, body };
    const answer = await this.#service.rest(request, chainAmong(chains));
    const at = [...path, "responses", String(answer.status), ...content];
    if (spec.at(at) === undefined)
      throw new Error(`Cannot show ${id}: ${target}${search} was answered ${answer.status}`);
    const shown = { ...answer.body, meta: META };
    this.#put(spec, [...at, "example"], shown);
    this.#sent.push({ spec, path: [...at, "schema"], value: shown });
  }

  /** Errors that are shared, by the request that stands beside them. */
  async #responses(): Promise<void> {
    const { openapi } = this.#specs;
    for (const name of Object.keys(objectAt(openapi.at(["components"]), "responses"))) {
      const at = ["components", "responses", name, "content", "application/json"];
      const request = openapi.at([...at, "x-request"]);
      if (typeof request !== "string" || name === "RateLimited") continue;
      const target = request.replace(/^GET /, "");
      const { body } = await this.#service.rest({ target }, EXAMPLE_CHAIN);
      const shown = { ...body, meta: META };
      this.#put(openapi, [...at, "example"], shown);
      this.#sent.push({ spec: openapi, path: [...at, "schema"], value: shown });
    }
  }

  async #methods(): Promise<void> {
    const socket = await this.#service.connect(EXAMPLE_CHAIN);
    for (const method of this.#model.methods) {
      const { name, kind, chains } = method;
      await this.#method(method, async (params) => {
        const request = requestOf(name, params);
        if (kind === "websocket") return socket.call(request);
        const body = kind === "simplified" ? { method: name, params } : request;
        return this.#service.rpc(body, chainAmong(chains));
      });
    }
    socket.close();
  }

  async #method(
    { name, spec, at: path, value, parameters, paramStructure }: Method,
    ask: (params: Json) => Promise<JsonObject>,
  ): Promise<void> {
    const known = methodExamples(this.#cast)[name] ?? [];
    const examples = arrayAt(value, "examples");
    for (const [index, example] of examples.entries()) {
      const at = [...path, "examples", index];
      const written = arrayAt(example, "params").map((one) => objectAt(one).value ?? null);
      const params = written.map((one, position) => known[index]?.[position] ?? one);
      params.forEach((one, position) => {
        this.#put(spec, [...at, "params", position, "value"], one);
        const parameter = parameters[position];
        if (parameter)
          this.#sent.push({ ...this.#place(spec, [...parameter.at, "schema"]), value: one });
      });
      const byName = params.map((one, position) => [parameters[position]?.name ?? "", one]);
      const isByName = paramStructure === "by-name";
      const answer = await ask(isByName ? (Object.fromEntries(byName) as JsonObject) : params);
      if (answer.result === undefined)
        throw new Error(`Cannot show ${name}: it was answered ${JSON.stringify(answer)}`);
      this.#put(spec, [...at, "result", "value"], answer.result);
      this.#sent.push({
        ...this.#place(spec, [...path, "result", "schema"]),
        value: answer.result,
      });
    }
  }

  /** Follows a reference on the way to `path`. */
  #place(spec: SpecFile, path: Path): { readonly spec: SpecFile; readonly path: Path } {
    const holder = spec.at(path.slice(0, -1));
    if (!isObject(holder) || typeof holder.$ref !== "string") return { spec, path };
    const target = followRef(this.#specs, spec, holder.$ref);
    return { spec: target.spec, path: [...target.path, ...path.slice(-1)] };
  }

  /** Errors of JSON-RPC, by the request that stands beside them. */
  async #errors(): Promise<void> {
    const { openrpc } = this.#specs;
    const errors = objectAt(openrpc.at(["components"]), "errors");
    const socket = await this.#service.connect(EXAMPLE_CHAIN);
    for (const [name, error] of Object.entries(errors)) {
      const at = ["components", "errors", name];
      let request = objectAt(errors, name)["x-request"];
      if (!isObject(error) || request === undefined || name === "LimitExceeded") continue;
      const signedTx = this.#cast.refused[name];
      if (isObject(request) && signedTx !== undefined) request = { ...request, params: [signedTx] };
      this.#put(openrpc, [...at, "x-request"], request);
      const isOverSocket = isObject(request) && request.method === CALLS.subscribe;
      const answer = isOverSocket
        ? await socket.call(request as JsonObject)
        : await this.#service.rpc(request, EXAMPLE_CHAIN);
      this.#put(openrpc, [...at, "x-example"], answer.error);
    }
    socket.close();
  }

  /** The first event of each topic after the cursor, and the reorg notice. */
  async #topics(): Promise<void> {
    const { openrpc } = this.#specs;
    for (const { name, chains, isLive } of this.#model.topics) {
      if (isLive) continue;
      const chain = chainAmong(chains);
      const after = this.#cast.after[chain];
      const socket = await this.#service.connect(chain);
      await socket.call(requestOf(CALLS.subscribe, [name, { after }]));
      const sendsNotification = (value: Json): void =>
        void this.#sent.push({ spec: openrpc, path: ["x-notification", "schema"], value });
      let notification = await socket.next();
      const notice = objectAt(notification, "params").result;
      if (isObject(notice) && isObject(notice.reorg)) {
        const at = ["x-notification", "reorgNotice"];
        if (name === TOPICS.blocks) this.#put(openrpc, [...at, "example"], notice);
        this.#sent.push({ spec: openrpc, path: [...at, "schema"], value: notice });
        const first = notification;
        notification = await socket.next();
        sendsNotification(notification);
        sendsNotification(first);
      }
      socket.close();
      const { result, cursor } = objectAt(notification, "params");
      const at = ["x-topics", name];
      this.#put(openrpc, [...at, "after"], after);
      this.#put(openrpc, [...at, "example"], result);
      this.#put(openrpc, [...at, "cursor"], cursor);
      this.#sent.push({ spec: openrpc, path: [...at, "payload"], value: result });
      this.#sent.push({ spec: openrpc, path: [...at, "filter"], value: this.#filter(at, after) });
      if (name === TOPICS.blocks) this.#put(openrpc, ["x-notification", "example"], notification);
    }
  }

  /** The event of a transaction that becomes pending, which changes the chain. */
  async #pending(): Promise<void> {
    const { openrpc } = this.#specs;
    const path = ["x-topics", TOPICS.pending];
    const socket = await this.#service.connect(EXAMPLE_CHAIN);
    const { result: subscribed } = await socket.call(requestOf(CALLS.subscribe, [TOPICS.pending]));
    await this.#service.rpc(requestOf(CALLS.submit, [this.#cast.next]), EXAMPLE_CHAIN);
    const { result } = objectAt(await socket.next(), "params");
    socket.close();
    this.#put(openrpc, [...path, "example"], result);
    this.#sent.push({ spec: openrpc, path: [...path, "payload"], value: result });
    this.#sent.push({ spec: openrpc, path: [...path, "filter"], value: {} });
    const subscription = ["components", "schemas", "Subscription"];
    this.#sent.push({ spec: openrpc, path: subscription, value: subscribed });
  }

  /** A subscription beside an older one of the same batch: none replays before both are answered. */
  async #replaying(): Promise<void> {
    const socket = await this.#service.connect(EXAMPLE_CHAIN);
    const subscribe = (after: Json): JsonObject =>
      requestOf(CALLS.subscribe, [TOPICS.blocks, { after }]);
    const after = this.#cast.after[EXAMPLE_CHAIN];
    const first = await socket.call(subscribe(after));
    const older = subscribe(objectAt(first, "result").oldest ?? null);
    const { result } = await socket.call(subscribe(after), older);
    socket.close();
    const path = ["components", "schemas", "Subscription"];
    this.#sent.push({ spec: this.#specs.openrpc, path, value: result });
  }

  /** A filter with every field of the topic's that may stand together: `address`, and not `addresses`. */
  #filter(topic: Path, after: string): Json {
    const { openrpc } = this.#specs;
    const schema = deref(this.#specs, openrpc, openrpc.at([...topic, "filter"]));
    const fields = Object.keys(objectAt(schema, "properties"));
    const address = topic.at(-1) === TOPICS.validators ? this.#cast.validator : this.#cast.alice;
    const known: JsonObject = { after, address, type: "transfer" };
    const own = fields.filter((name) => name !== "addresses");
    return Object.fromEntries(own.map((name) => [name, known[name] ?? null]));
  }

  /** Transfers of tokens, and transactions of alpha, have fields of their own, and the lists of other examples lack them. */
  async #transactions(): Promise<void> {
    const { openapi, openrpc } = this.#specs;
    const { tokenTransfer, alphaTransfer } = this.#cast;
    const schema = (name: string): Path => ["components", "schemas", name];
    for (const value of [tokenTransfer, alphaTransfer])
      this.#sent.push({ spec: openapi, path: schema("Transaction"), value });
    const request = requestOf(CALLS.getTransaction, [alphaTransfer.hash ?? null]);
    const { result } = await this.#service.rpc(request, "alpha");
    this.#sent.push({ spec: openrpc, path: schema("RpcTransaction"), value: result });
  }

  /** Each as a new chain answers it: after each call, the chain goes back to the first snapshot. */
  async #devMethods(): Promise<void> {
    const ask = async (name: string, params: Json): Promise<JsonObject> =>
      this.#service.rpc(requestOf(name, params), EXAMPLE_CHAIN);
    const ranked = this.#model.dev.methods.toSorted((left, right) => rankOf(left) - rankOf(right));
    for (const method of ranked) {
      await this.#method(method, (params) => ask(method.name, params));
      if (method.name !== CALLS.snapshot) await ask(CALLS.revert, ["snap-1"]);
    }
    await ask(CALLS.setFaults, [[]]);
  }

  /** The messages that the envelope is made of. */
  #messages(): void {
    const { openrpc } = this.#specs;
    const error = this.#samples.find(
      ({ path }) => path.join("/") === "components/errors/InvalidParams/x-example",
    );
    const asked = requestOf(CALLS.getNonce, [this.#cast.alice]);
    const answered = { jsonrpc: "2.0", id: 1 };
    const nonce = this.#samples.find(({ path }) => {
      const method = openrpc.at(path.slice(0, 2));
      return textAt(method, "name") === CALLS.getNonce && path.at(-2) === "result";
    });
    const schema = (name: string, value: Json): void =>
      void this.#sent.push({ spec: openrpc, path: ["components", "schemas", name], value });
    schema("RpcRequest", asked);
    schema("RpcSuccess", { ...answered, result: nonce?.value });
    schema("RpcFailure", { ...answered, error: error?.value });
    const { method: _, ...simplified } = asked;
    schema("SimplifiedRequest", { method: CALLS.getBalance, params: simplified.params });
  }
}

/** The chain that shows calls of all chains. */
const EXAMPLE_CHAIN = SEGMENTS[EXAMPLE_SEGMENT].chain;

/** Fixed values of the examples where every response differs. */
const META = { timestamp: 1767225611, requestId: "3f1c9a52-6d0e-4b7f-9a43-5b1d2c7e8f90" };

function examplePath(specs: Specs, spec: SpecFile, path: Path): Path {
  const holder = spec.at(path);
  if (!isObject(holder) || typeof holder.$ref !== "string") return [...path, "example"];
  return [...followRef(specs, spec, holder.$ref).path, "example"];
}

/** The chain of the examples where it has the call, else the first that has. */
function chainAmong(chains: readonly string[]): Chain {
  const [first = EXAMPLE_CHAIN] = chains as readonly Chain[];
  return chains.includes(EXAMPLE_CHAIN) ? EXAMPLE_CHAIN : first;
}

/** The snapshot comes first, and calls that no snapshot undoes come last. */
function rankOf({ name }: Method): number {
  const rank = [CALLS.snapshot, "", CALLS.setTime, CALLS.setInterval].indexOf(name);
  return rank < 0 ? 1 : rank;
}
