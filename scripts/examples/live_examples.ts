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
import { type Place, type Sample, schemaSamples, type Sent } from "./schema_samples.ts";

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

  /** Notes that a value was sent by the schema under `keyword` of a place, and shows it under `example` of it. */
  #note({ spec, path }: Place, keyword: string, value: Json | undefined, example?: string): void {
    if (example !== undefined) this.#put(spec, [...path, example], value);
    this.#sent.push({ spec, path: [...path, keyword], value });
  }

  /** The same by a named schema of `openrpc.json`. */
  #noteNamed(name: string, value: Json | undefined): void {
    this.#note({ spec: this.#specs.openrpc, path: ["components", "schemas"] }, name, value);
  }

  /** The object at `path`, or the one that it refers to. */
  #place(spec: SpecFile, path: Path): Place {
    const ref = textAt(spec.at(path), "$ref");
    return ref === "" ? { spec, path } : followRef(this.#specs, spec, ref);
  }

  async #operation({ id, spec, at: path, declared, ...operation }: Operation): Promise<void> {
    const { server, verb, chains } = operation;
    const known = parameterExamples(this.#cast);
    let target = operation.path;
    const query = new URLSearchParams();
    for (const parameter of declared) {
      const place = this.#place(spec, parameter.at);
      const component = String(place.path.at(-1));
      const own = `${id} ${parameter.name}`;
      const example = known[component] ?? known[own] ?? parameter.value.example;
      for (const key of [component, own]) this.#unused.delete(key);
      if (example === undefined) continue;
      this.#note(place, "schema", example, "example");
      if (parameter.in === "query") query.set(parameter.name, String(example));
      else target = target.replace(`{${parameter.name}}`, encodeURIComponent(String(example)));
    }
    const content = ["content", "application/json"];
    const sent = { spec, path: [...path, "requestBody", ...content] };
    const body = spec.at([...sent.path, "example"]);
    this.#note(sent, "schema", body);
    const search = query.size > 0 ? `?${query}` : "";
    const request = { target: target + search, server, verb, body };
    const answer = await this.#service.rest(request, chainAmong(chains));
    const at = [...path, "responses", String(answer.status), ...content];
    if (spec.at(at) === undefined)
      throw new Error(`Cannot show ${id}: ${target}${search} was answered ${answer.status}`);
    this.#note({ spec, path: at }, "schema", { ...answer.body, meta: META }, "example");
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
      this.#note({ spec: openapi, path: at }, "schema", { ...body, meta: META }, "example");
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
        if (parameter) this.#note(this.#place(spec, parameter.at), "schema", one);
      });
      const byName = params.map((one, position) => [parameters[position]?.name ?? "", one]);
      const isByName = paramStructure === "by-name";
      const answer = await ask(isByName ? (Object.fromEntries(byName) as JsonObject) : params);
      if (answer.result === undefined)
        throw new Error(`Cannot show ${name}: it was answered ${JSON.stringify(answer)}`);
      this.#put(spec, [...at, "result", "value"], answer.result);
      this.#note(this.#place(spec, [...path, "result"]), "schema", answer.result);
    }
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
      const ofAll = { spec: openrpc, path: ["x-notification"] };
      let notification = await socket.next();
      const notice = objectAt(notification, "params").result;
      const isShown = name === TOPICS.blocks;
      if (isObject(notice) && isObject(notice.reorg)) {
        const place = { spec: openrpc, path: [...ofAll.path, "reorgNotice"] };
        this.#note(place, "schema", notice, isShown ? "example" : undefined);
        const first = notification;
        notification = await socket.next();
        this.#note(ofAll, "schema", notification);
        this.#note(ofAll, "schema", first);
      }
      socket.close();
      const { result, cursor } = objectAt(notification, "params");
      const path = ["x-topics", name];
      this.#put(openrpc, [...path, "after"], after);
      this.#put(openrpc, [...path, "cursor"], cursor);
      this.#note({ spec: openrpc, path }, "payload", result, "example");
      this.#note({ spec: openrpc, path }, "filter", this.#filter(path, after));
      if (isShown) this.#put(openrpc, [...ofAll.path, "example"], notification);
    }
  }

  /** The event of a transaction that becomes pending, which changes the chain. */
  async #pending(): Promise<void> {
    const topic = { spec: this.#specs.openrpc, path: ["x-topics", TOPICS.pending] };
    const socket = await this.#service.connect(EXAMPLE_CHAIN);
    const { result: subscribed } = await socket.call(requestOf(CALLS.subscribe, [TOPICS.pending]));
    await this.#service.rpc(requestOf(CALLS.submit, [this.#cast.next]), EXAMPLE_CHAIN);
    const { result } = objectAt(await socket.next(), "params");
    socket.close();
    this.#note(topic, "payload", result, "example");
    this.#note(topic, "filter", {});
    this.#noteNamed("Subscription", subscribed);
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
    this.#noteNamed("Subscription", result);
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
    const { tokenTransfer, alphaTransfer } = this.#cast;
    const schemas = { spec: this.#specs.openapi, path: ["components", "schemas"] };
    for (const value of [tokenTransfer, alphaTransfer]) this.#note(schemas, "Transaction", value);
    const request = requestOf(CALLS.getTransaction, [alphaTransfer.hash ?? null]);
    const { result } = await this.#service.rpc(request, "alpha");
    this.#noteNamed("RpcTransaction", result);
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
    const request = requestOf(CALLS.getNonce, [this.#cast.alice]);
    const answered = { jsonrpc: "2.0", id: 1 };
    const nonce = this.#samples.find(({ path }) => {
      const method = openrpc.at(path.slice(0, 2));
      return textAt(method, "name") === CALLS.getNonce && path.at(-2) === "result";
    });
    this.#noteNamed("RpcRequest", request);
    this.#noteNamed("RpcSuccess", { ...answered, result: nonce?.value });
    this.#noteNamed("RpcFailure", { ...answered, error: error?.value });
    this.#noteNamed("SimplifiedRequest", { method: CALLS.getBalance, params: request.params });
  }
}

/** The chain that shows calls of all chains. */
const EXAMPLE_CHAIN = SEGMENTS[EXAMPLE_SEGMENT].chain;

/** Fixed values of the examples where every response differs. */
const META = { timestamp: 1767225611, requestId: "3f1c9a52-6d0e-4b7f-9a43-5b1d2c7e8f90" };

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
