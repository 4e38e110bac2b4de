import { createService, listen } from "../../src/service/mod.ts";
import { arrayAt, isObject, type Json, type JsonObject } from "../specs/json.ts";

/** Response of the service. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** Segment that an example is asked of: a chain's mainnet. */
export type Segment = "alpha" | "delta";

/** A service on the chain of the examples, with the ways to ask it. */
export interface ExampleService {
  readonly origin: string;
  /** Asks a URL below the host, such as `/v1/delta/blocks/7`; `POST` with a body. */
  rest(target: string, body?: Json): Promise<Answer>;
  /** Sends a body as it is to the JSON-RPC URL of a segment. */
  rpc(body: Json, segment: Segment): Promise<JsonObject>;
  /** Opens a WebSocket connection of a segment. */
  connect(segment: Segment): Promise<ExampleSocket>;
  close(): Promise<void>;
}

/** A WebSocket connection. */
export interface ExampleSocket {
  /** Sends a request; resolves to its answer. */
  call(request: JsonObject): Promise<JsonObject>;
  /** Resolves to the next notification. */
  next(): Promise<JsonObject>;
  close(): void;
}

const TOKEN = "token-of-the-examples";

/** Starts it on a free port. */
export async function startExampleService(): Promise<ExampleService> {
  const segments: readonly Segment[] = ["alpha", "delta"];
  const service = await createService({
    exampleChain: true,
    segments,
    keylessTier: "Enterprise",
    dev: { token: TOKEN },
  });
  const listener = await listen(service, { port: 0 });
  const { origin } = listener;
  const json = { "Content-Type": "application/json", "X-Dev-Token": TOKEN };
  return {
    origin,
    async rest(target, body) {
      const post = { method: "POST", headers: json, body: JSON.stringify(body) };
      const response = await fetch(origin + target, body === undefined ? {} : post);
      return { status: response.status, body: (await response.json()) as JsonObject };
    },
    async rpc(body, segment) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const request = { method: "POST", headers: json, body: text };
      const response = await fetch(`${origin}/rpc/${segment}`, request);
      return (await response.json()) as JsonObject;
    },
    connect: (segment) => connect(`${origin.replace("http", "ws")}/ws/${segment}`),
    close: () => listener.close(),
  };
}

function connect(url: string): Promise<ExampleSocket> {
  const socket = new WebSocket(url);
  const answers = new Map<Json | undefined, (answer: JsonObject) => void>();
  const notifications: JsonObject[] = [];
  let wake = (): void => undefined;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as JsonObject;
    if ("id" in message) return answers.get(message.id)?.(message);
    notifications.push(message);
    wake();
  });
  const link: ExampleSocket = {
    call(request) {
      return new Promise((resolve) => {
        answers.set(request.id, resolve);
        socket.send(JSON.stringify(request));
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

/** The first of the objects under `key`. */
export function firstAt(value: Json | undefined, key: string): JsonObject {
  const [first] = arrayAt(value, key);
  return isObject(first) ? first : {};
}
