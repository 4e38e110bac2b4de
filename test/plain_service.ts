/**
 * A deployment that does what the interface specifies, and where that is silent something else than the service of this
 * project. It shares no code with `src`.
 *
 * @module
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { PlainChain } from "./plain/_plain_chain.ts";
import { answerRest, type Fields, type PlainAnswer } from "./plain/_plain_rest.ts";
import { answerCall, type Call, parse } from "./plain/_plain_rpc.ts";

/** How it answers where tests look at several ways. */
export interface PlainOptions {
  /** Blocks at the start. @default {9} */
  readonly blocks?: number;
  /** Seconds between blocks, as it tells them; tests make the blocks. @default {2.5} */
  readonly blockTime?: number;
  /** Answer of its WebSocket to a subscription: an error, or a result of its own. @default {"unknown"} */
  readonly subscribe?: "unknown" | "other";
  /** Requests that it takes until a test begins the next second. @default {Infinity} */
  readonly most?: number;
}

/** The one place where it takes a key; in any other it refuses one. */
export const KEY_HEADER = "access-key";

const CROSS_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "content-type",
};

/** The service, at a port of its own. */
export class PlainService {
  readonly chains: ReadonlyMap<string, PlainChain>;
  /** Requests so far: the path with its query, or the methods of JSON-RPC. */
  readonly asked: string[] = [];
  readonly #most: number;
  readonly #server = createServer((request, response) => void this.#take(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server });
  #admitted = 0;

  constructor(options: PlainOptions) {
    const { blocks = 9, blockTime = 2.5, subscribe = "unknown", most = Infinity } = options;
    const names = ["alpha", "delta"];
    this.chains = new Map(names.map((name) => [name, new PlainChain(name, blocks, blockTime)]));
    this.#most = most;
    this.#sockets.on("connection", (socket) => {
      socket.on("message", (data) => {
        const { id } = JSON.parse(String(data));
        const error = { code: -32601, message: "Method not found" };
        const answer = subscribe === "unknown" ? { error } : { result: { channel: 1 } };
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
      });
    });
  }

  static async open(options: PlainOptions = {}): Promise<PlainService> {
    const service = new PlainService(options);
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  chain(name: "alpha" | "delta"): PlainChain {
    return this.chains.get(name) as PlainChain;
  }

  /** Begins a second: requests before it do not count. */
  forget(): void {
    this.#admitted = 0;
  }

  /** Where a segment is; its JSON-RPC and events are at addresses that follow no rule. */
  endpoints(name: "alpha" | "delta"): { apiHost: string; rpcUrl: string; wsUrl: string } {
    const { origin } = this;
    const wsUrl = `${origin.replace("http", "ws")}/stream?of=${name}`;
    return { apiHost: origin, rpcUrl: `${origin}/node?of=${name}`, wsUrl };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? "", "http://plain.test");
    const [status, body] = this.#answer(request, url, text);
    const isJson = typeof body !== "string";
    const type = { "Content-Type": isJson ? "application/json" : "text/plain" };
    response.writeHead(status, { ...CROSS_ORIGIN, ...type });
    response.end(isJson ? JSON.stringify(body) : body);
  }

  /** @returns A status, and JSON or plain text. */
  #answer({ method, headers }: IncomingMessage, url: URL, text: string): PlainAnswer {
    if (method === "OPTIONS") return [200, ""];
    const key = headers[KEY_HEADER] ?? headers["x-api-key"] ?? headers.authorization;
    if ((key !== undefined && headers[KEY_HEADER] !== "good") || url.searchParams.has("apiKey"))
      return [401, "Who are you?"];
    const { pathname, searchParams } = url;
    const [, part = ""] = /^\/(?:v1|rpc)\/([\w-]+)/.exec(pathname) ?? [];
    const chain = this.chains.get(searchParams.get("of") ?? part);
    if (method === "POST" && chain) {
      const calls = parse(text) as Call | readonly Call[];
      const all = [calls].flat() as readonly Call[];
      this.asked.push(all.map((one) => one.method).join(" "));
      if (!this.#admit(all.length)) return [429, "Slow down."];
      const replies = all.map((one) => answerCall(chain, one)).toReversed();
      return [200, Array.isArray(calls) ? replies : (replies[0] as object)];
    }
    this.asked.push(pathname + url.search);
    if (pathname === "/v1/keys") return [202, { sentTo: (JSON.parse(text) as Fields)["email"] }];
    if (!chain || !pathname.startsWith("/v1/")) return [404, "Not here."];
    const path = pathname.replace(/^\/v1\/[\w-]+/, "");
    const isAdmitted = this.#admit(1);
    return answerRest(chain, path, searchParams, { id: this.asked.length, isAdmitted });
  }

  #admit(requests: number): boolean {
    if (this.#admitted + requests > this.#most) return false;
    this.#admitted += requests;
    return true;
  }
}
