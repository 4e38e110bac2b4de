import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Treatment of one request. */
export type Treatment = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server on loopback that treats each request as it is told to, the last treatment again and again. */
export interface HostileServer extends AsyncDisposable {
  readonly origin: string;
  /** Requests that came, as `METHOD path`. */
  readonly came: readonly string[];
  /** Connections that were closed from outside before the answer was whole. */
  readonly abandoned: () => number;
}

export async function openHostileServer(...treatments: Treatment[]): Promise<HostileServer> {
  const came: string[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    came.push(`${request.method} ${request.url}`);
    const treat = treatments[Math.min(came.length, treatments.length) - 1];
    response.on("close", () => {
      if (!response.writableFinished) abandoned += 1;
    });
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => treat?.(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    came,
    abandoned: () => abandoned,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a status, a body and headers. */
export function answer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Treatment {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text);
  };
}

/** Answers a JSON-RPC call with a result. */
export function result(value: unknown): Treatment {
  return (request, response, body) => {
    const { id } = JSON.parse(body) as { id: number };
    answer(200, { jsonrpc: "2.0", id, result: value })(request, response, body);
  };
}

/** Answers a JSON-RPC call with an error. */
export function refusal(code: number, message: string, status = 200): Treatment {
  return (request, response, body) => {
    const { id } = JSON.parse(body) as { id: number };
    answer(status, { jsonrpc: "2.0", id, error: { code, message } })(request, response, body);
  };
}

/** Says nothing. */
export const silence: Treatment = () => {};

/** Sends headers and the beginning of a body, then nothing. */
export const stall: Treatment = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"success":');
};

/** Sends headers and the beginning of a body, then breaks the connection. */
export const cut: Treatment = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('{"success":', () => response.socket?.destroy());
};

/** Breaks the connection at once. */
export const reset: Treatment = (request) => {
  request.socket.resetAndDestroy();
};

/** Sends a body so slowly that it never ends. */
export const drip: Treatment = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
};
