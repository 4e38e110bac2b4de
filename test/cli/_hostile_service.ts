import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { safeParse } from "zod/mini";
import { createExampleService } from "../../scripts/examples/example_chain.ts";
import { METHOD_CALLS } from "../../src/generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../src/generated/client/operations.gen.ts";
import type { Validator } from "../../src/validation/mod.ts";
import { asyncapiDocument } from "../../scripts/docs/asyncapi.ts";
import { ROOT } from "../../scripts/run_tool.ts";
import { arrayAt, isObject, objectAt, objectsAt } from "../../scripts/specs/json.ts";
import { loadSpecs } from "../../scripts/specs/specs.ts";

/**
 * A text that clears a screen, colours it (with both kinds of escape), rings, forges lines for each idea of the end of a line,
 * and turns the direction of what follows; with marks that nobody sees and half of a pair.
 */
export const HOSTILE_BYTES =
  "\u001b[2J\u009b7m\u0007\u007f\r\nready\nFORGED\u0085\u2028\u202e\u2066\u200b\u{e0001}";

/** The same with half of a pair, which UTF-8 has not but JSON has. */
export const HOSTILE = `${HOSTILE_BYTES}\ud800`;

/** What a header takes of it: characters of Latin-1 on one line. */
const IN_HEADER = "\u009b7m\u0085";

/** In what a hostile service puts it: as far as the interface allows, in each string, in refusals, in place of JSON. */
export const MODES = ["fields", "strings", "refusals", "text"] as const;
export type Mode = (typeof MODES)[number];

/** Answers as the interface has them, with a hostile text in all that the interface leaves open; in other modes in all else. */
export class HostileService {
  readonly #server: Server;
  readonly #sockets: WebSocketServer;

  private constructor(server: Server, sockets: WebSocketServer) {
    this.#server = server;
    this.#sockets = sockets;
  }

  static async open(mode: Mode): Promise<HostileService> {
    // Its clock stands still: a limit would never end.
    const base = await createExampleService({ keylessTier: "Enterprise" });
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void answer(base.fetch, mode, request, response);
    });
    sockets.on("connection", (socket) => {
      socket.on("error", () => undefined);
      socket.on("message", (data) => react(socket, mode, parse(String(data)) as RpcRequest));
    });
    server.on("close", () => void base.close());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new HostileService(server, sockets);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

async function answer(
  fetch: Fetch,
  mode: Mode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const url = new URL(request.url ?? "", "http://service.test");
  const plain = PAGES[url.pathname];
  if (plain !== undefined) {
    response
      .writeHead(mode === "refusals" ? 503 : 200, { "Content-Type": "text/plain" })
      .end(plain);
    return;
  }
  const headers = {
    "X-Request-Id": `id${IN_HEADER}`,
    "Cache-Status": `alphadelta; hit; detail=${IN_HEADER}`,
    ...(mode === "strings" && { "X-Chain-Segment": `delta${IN_HEADER}` }),
  };
  if (mode === "text") {
    response.writeHead(400, { ...headers, "Content-Type": "text/plain" }).end(HOSTILE_BYTES);
    return;
  }
  const body = request.method === "POST" ? { body: text } : {};
  const asked = await fetch(url.href, {
    method: request.method ?? "GET",
    headers: { "Content-Type": "application/json" },
    ...body,
  });
  const call = parse(text) as RpcRequest | undefined;
  const json = changed(mode, await asked.text(), call, url.pathname);
  const status = mode === "refusals" && !call?.method ? 400 : asked.status;
  response.writeHead(status, { ...headers, "Content-Type": "application/json" });
  response.end(JSON.stringify(json));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Pages of lines. */
const PAGES: Readonly<Record<string, string>> = {
  "/readyz": `not ready: delta: ${HOSTILE_BYTES}\nnot ready: \u001b[2J\u009b7m\u202e\n`,
  "/metrics": [
    `alphadelta_head_height{segment="\u001b[2J\u009b7m\u202e"} 7`,
    `alphadelta_upstream_used{segment="\u001b[2J\u009b7m\u202e",upstream="\u001b[2J\u009b7m\u202e"} 1`,
    `alphadelta_upstream_used{segment="delta",upstream="http://a"} 1`,
    "",
  ].join("\n"),
};

/** The answer to a call of JSON-RPC or to a REST request. */
function changed(mode: Mode, text: string, call: RpcRequest | undefined, path: string): unknown {
  if (Array.isArray(call)) return JSON.parse(text);
  const isRpc = typeof call?.method === "string";
  const isSubmission = isRpc && call.method === "tx_sendRawTransaction";
  if (mode === "refusals" || (mode === "strings" && isSubmission)) {
    const error = isRpc
      ? { code: -32602, message: HOSTILE, data: HOSTILE }
      : { code: `CODE${HOSTILE}`, message: HOSTILE };
    if (isRpc) return { jsonrpc: "2.0", id: call.id, error };
    return { success: false, error, meta: { timestamp: 1, requestId: HOSTILE } };
  }
  if (isRpc && call.method.startsWith("dev_"))
    return { jsonrpc: "2.0", id: call.id, result: poison({ height: 1 }) };
  const body = JSON.parse(text) as Record<string, unknown>;
  if (mode === "strings") return everyString(body);
  const { name, validator, part } = isRpc ? resultOf(call.method) : dataOf(path);
  const { error, [part]: value } = body;
  if (error !== undefined) return { ...body, error: { ...(error as object), message: HOSTILE } };
  return { ...poison({ ...body, [part]: undefined }), [part]: poison(value, validator, name) };
}

/** Where a call has its result, and what that is checked by. */
interface ResultPart {
  readonly name: string;
  readonly validator: Validator | undefined;
  readonly part: string;
}

function resultOf(name: string): ResultPart {
  const { validators } = METHOD_CALLS[name as keyof typeof METHOD_CALLS] ?? {};
  return { name, validator: validators?.result, part: "result" };
}

function dataOf(path: string): ResultPart {
  const own = path.replace(/^\/v1\/\w+/, "");
  const [name = "", found] =
    Object.entries(OPERATION_CALLS).find(([, { info }]) =>
      new RegExp(`^${info.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(own),
    ) ?? [];
  return { name, validator: found?.validators.data, part: "data" };
}

/** Fields that no specification has, with hostile names and values of every shape. */
const UNKNOWN = {
  [`name${HOSTILE}`]: HOSTILE,
  further: { deep: [{ [HOSTILE]: HOSTILE }], [HOSTILE]: null },
  rows: [{ [`col${HOSTILE}`]: HOSTILE, more: { [HOSTILE]: [HOSTILE] } }],
  words: [HOSTILE, HOSTILE],
};

/** Whether a validator leaves a string open, by call and place. */
const OPEN = new Map<string, boolean>();

/** The value with unknown fields, and with the hostile text in each string that the validator leaves open. */
function poison<Value>(value: Value, validator?: Validator, call = ""): Value {
  const whole = structuredClone(value);
  const isOpen = (path: string, set: (text: string) => void, text: string): boolean => {
    const place = `${call}:${path}`;
    if (!OPEN.has(place)) {
      set(HOSTILE);
      OPEN.set(place, !validator || safeParse(validator, whole).success);
      set(text);
    }
    return OPEN.get(place) ?? false;
  };
  const walk = (part: unknown, path: string): void => {
    if (typeof part !== "object" || part === null) return;
    const fields = part as Record<string, unknown>;
    for (const [name, own] of Object.entries(fields)) {
      const place = `${path}.${Array.isArray(part) ? "*" : name}`;
      if (typeof own !== "string") walk(own, place);
      else if (validator && isOpen(place, (text) => (fields[name] = text), own))
        fields[name] = HOSTILE;
    }
    if (!Array.isArray(part)) Object.assign(fields, structuredClone(UNKNOWN));
  };
  walk(whole, "");
  return whole;
}

function everyString(value: unknown): unknown {
  if (typeof value === "string") return HOSTILE;
  if (Array.isArray(value)) return value.map(everyString);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [
      name,
      /^(?:jsonrpc|id)$/.test(name) ? own : everyString(own),
    ]),
  );
}

/** Messages of the AsyncAPI document, each with an example. */
const MESSAGES = objectsAt(
  objectAt(asyncapiDocument(await loadSpecs(ROOT)), "components"),
  "messages",
);

/** Answers a message of a WebSocket: a subscription begins with an event of its topic. */
function react(socket: WebSocket, mode: Mode, { id, method, params = [] }: RpcRequest): void {
  const send = (message: object): void =>
    socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  if (mode === "text") return socket.close(1008, "\u001b[2J\u009b7m\r\nready\nFORGED\u202e\u2028");
  if (mode === "refusals")
    return send({ id, error: { code: -32602, message: HOSTILE, data: HOSTILE } });
  if (method !== "chain_subscribe") return send({ id, result: poison({}) });
  if (mode === "strings") return send({ id, result: HOSTILE });
  send({ id, result: poison({ subscription: "s1", cursor: "MTox" }) });
  const event = MESSAGES[`${String(params[0])}.event`];
  const [example] = arrayAt(event, "examples");
  if (!isObject(example)) return;
  const payload = structuredClone(example.payload) as { params: { result: object } };
  payload.params.result = poison(payload.params.result);
  send(poison(payload));
}
