import type { Server } from "node:http";
import { http } from "../../node_http.ts";

const HEADERS = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
};

/** Most connections at a time: those of a few scrapers. */
const MAX_CONNECTIONS = 100;

/** A server that answers `/metrics` with the text of `write` and nothing else, to whoever reaches it. */
export function metricsServer(write: () => Promise<string>): Server {
  const server = http.createServer((request, response) => {
    const isAsked = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    const text = isAsked ? write() : Promise.resolve("Only /metrics is here\n");
    text.then(
      (body) => response.writeHead(isAsked ? 200 : 404, HEADERS).end(body),
      () => response.writeHead(500, HEADERS).end("The metrics cannot be read now\n"),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
