import { WebSocket } from "ws";
import { createExampleService } from "../../../scripts/examples/example_chain.ts";
import { listen } from "../../../src/service/mod.ts";
import type { Json, JsonObject } from "../../../scripts/specs/json.ts";

/** A service as `npm run example-chain -- --dev` runs it, and ways to send what a reader of the specs would paste. */
export interface ExampleTarget {
  readonly origin: string;
  /** Sends a request as a caller of its own, so that no limit counts it with another. */
  send(path: string, body?: Json | string): Promise<{ status: number; answer: JsonObject }>;
  /** Sends one request after the other as one caller, until one is refused; resolves to that answer. */
  sendUntilRefused(path: string, body?: Json): Promise<JsonObject>;
  /** Sends a call of devnet control, with the token. */
  control(path: string, body: Json): Promise<JsonObject>;
  /** Opens a connection as a caller of its own. */
  connect(path: string): Promise<TargetSocket>;
  close(): Promise<void>;
}

/** A WebSocket connection: what is sent, and the next message that arrives. */
export interface TargetSocket {
  send(body: Json): void;
  next(): Promise<JsonObject>;
  close(): void;
}

const TOKEN = "token-of-the-examples";

export async function startExampleTarget(): Promise<ExampleTarget> {
  const service = await createExampleService({
    segments: ["alpha", "delta"],
    dev: { token: TOKEN },
    trustedProxies: ["127.0.0.1"],
  });
  const listener = await listen(service, { port: 0 });
  const { origin } = listener;
  let callers = 0;
  const caller = (): string => `192.0.2.${++callers}`;
  const request = async (path: string, headers: Record<string, string>, body?: Json | string) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const init = { method: "POST", body: text, headers: { ...headers, "Content-Type": JSON_TYPE } };
    const response = await fetch(origin + path, body === undefined ? { headers } : init);
    return { status: response.status, answer: (await response.json()) as JsonObject };
  };
  return {
    origin,
    send: (path, body) => request(path, { "X-Forwarded-For": caller() }, body),
    async sendUntilRefused(path, body) {
      const headers = { "X-Forwarded-For": caller() };
      for (;;) {
        const { status, answer } = await request(path, headers, body);
        if (status === 429) return answer;
      }
    },
    control: async (path, body) => (await request(path, { "X-Dev-Token": TOKEN }, body)).answer,
    connect: (path) => connect(origin.replace("http", "ws") + path, caller()),
    close: () => listener.close(),
  };
}

const JSON_TYPE = "application/json";

function connect(url: string, caller: string): Promise<TargetSocket> {
  const socket = new WebSocket(url, { headers: { "X-Forwarded-For": caller } });
  const messages: JsonObject[] = [];
  let wake = (): void => undefined;
  socket.on("message", (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as JsonObject);
    wake();
  });
  const link: TargetSocket = {
    send: (body) => socket.send(JSON.stringify(body)),
    async next() {
      for (;;) {
        const first = messages.shift();
        if (first) return first;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve(link));
    socket.on("error", reject);
  });
}
