import { type Chain, resolveEndpoints } from "../../src/chains/mod.ts";
import type {
  MethodName,
  SimplifiedName,
  SocketMethodName,
} from "../../src/generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../../src/generated/client/operations.gen.ts";
import { DEV_TOKEN_HEADER } from "../../src/generated/limits.gen.ts";
import { FIRST_SEGMENTS } from "../../src/generated/segments.gen.ts";
import type { ServiceDevMethods } from "../../src/generated/service/methods.gen.ts";
import type { TopicName } from "../../src/generated/topics.gen.ts";
import { listen } from "../../src/service/mod.ts";
import { arrayAt, type Json, type JsonObject } from "../specs/json.ts";
import { createExampleService } from "./example_chain.ts";

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

interface RestRequest {
  /** Path and query below the server, such as `/blocks/7`. */
  readonly target: string;
  /** Name of the server in the specs. @default {"rest"} */
  readonly server?: string;
  /** @default {"get"} */
  readonly verb?: string;
  readonly body?: Json | undefined;
}

/** A service on the chain of the examples, with the ways to ask the first segment of a chain. */
export interface ExampleService {
  rest(request: RestRequest, chain: Chain): Promise<Answer>;
  /** Resolves to the items of a list. */
  list(id: OperationId, query: Readonly<Record<string, string>>, chain: Chain): Promise<Json[]>;
  /** Sends a body as it is to the JSON-RPC URL. */
  rpc(body: Json, chain: Chain): Promise<JsonObject>;
  /** Opens a WebSocket connection. */
  connect(chain: Chain): Promise<ExampleSocket>;
  close(): Promise<void>;
}

/** A call with params, as the specs name it. */
export type CallName = MethodName | SimplifiedName | SocketMethodName | keyof ServiceDevMethods;

/** Calls that are made for more than their own examples. */
export const CALLS = {
  subscribe: "chain_subscribe",
  getNonce: "account_getNonce",
  submit: "tx_sendRawTransaction",
  getTransaction: "tx_getTransaction",
  getBalance: "getBalance",
  snapshot: "dev_snapshot",
  revert: "dev_revert",
  setFaults: "dev_setFaults",
  setTime: "dev_setTime",
  setInterval: "dev_setInterval",
} as const satisfies Readonly<Record<string, CallName>>;

/** Topics that are read for more than their own examples. */
export const TOPICS = {
  blocks: "blocks",
  pending: "pending_transactions",
  validators: "validators",
} as const satisfies Readonly<Record<string, TopicName>>;

interface ExampleSocket {
  /** Sends a request; resolves to its answer. Further ones before it are sent with it as a batch. */
  call(request: JsonObject, ...before: JsonObject[]): Promise<JsonObject>;
  /** Resolves to the next notification. */
  next(): Promise<JsonObject>;
  close(): void;
}

const TOKEN = "token-of-the-examples";

/** Starts it on a free port. */
export async function startExampleService(): Promise<ExampleService> {
  const segments = Object.values(FIRST_SEGMENTS);
  const service = await createExampleService({
    segments,
    keylessTier: "Enterprise",
    dev: { token: TOKEN },
  });
  const listener = await listen(service, { port: 0 });
  const { origin } = listener;
  const json = { "Content-Type": "application/json", [DEV_TOKEN_HEADER]: TOKEN };
  const endpointsOf = (chain: Chain): ReturnType<typeof resolveEndpoints> =>
    resolveEndpoints(FIRST_SEGMENTS[chain], origin);
  const rest: ExampleService["rest"] = async (request, chain) => {
    const { target, server = "rest", verb = "get", body } = request;
    const url = `${endpointsOf(chain).servers[server]}${target}`;
    const init = { method: verb.toUpperCase(), headers: json };
    const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
    const response = await fetch(url, sent);
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  return {
    rest,
    async list(id, query, chain) {
      const { path, server, items = "" } = OPERATION_CALLS[id].info;
      const target = `${path}?${new URLSearchParams(query)}`;
      return arrayAt((await rest({ target, server }, chain)).body.data, items);
    },
    async rpc(body, chain) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const request = { method: "POST", headers: json, body: text };
      const response = await fetch(endpointsOf(chain).rpc ?? "", request);
      return (await response.json()) as JsonObject;
    },
    connect: (chain) => connect(endpointsOf(chain).ws ?? ""),
    close: () => listener.close(),
  };
}

function connect(url: string): Promise<ExampleSocket> {
  const socket = new WebSocket(url);
  const answers = new Map<Json | undefined, (answer: JsonObject) => void>();
  const notifications: JsonObject[] = [];
  let wake = (): void => undefined;
  socket.addEventListener("message", ({ data }) => {
    const received = JSON.parse(String(data)) as JsonObject | JsonObject[];
    const message = (Array.isArray(received) ? received.at(-1) : received) ?? {};
    if ("id" in message) return answers.get(message.id)?.(message);
    notifications.push(message);
    wake();
  });
  const link: ExampleSocket = {
    call(request, ...before) {
      return new Promise((resolve) => {
        answers.set(request.id, resolve);
        socket.send(JSON.stringify(before.length > 0 ? [...before, request] : request));
      });
    },
    async next() {
      for (;;) {
        const first = notifications.shift();
        if (first) return first;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(link));
    socket.addEventListener("error", () => reject(new Error(`Cannot connect to ${url}`)));
  });
}

/** A JSON-RPC request with id 1. */
export function requestOf(method: string, params: Json): JsonObject {
  return { jsonrpc: "2.0", id: 1, method, params };
}
