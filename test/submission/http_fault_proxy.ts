import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Fault that the proxy injects into a request.
 *
 * `drop`: cuts the connection, nothing reaches the service. `lose`: the service answers, and the connection is cut before
 * the answer. `cut`: the connection is cut within the answer's body. `late`: the connection is cut at once, and the
 * request reaches the service after `ms`. `delay`: the request waits for `ms`. `duplicate`: the service gets it twice.
 * `badGateway`: 502 instead of asking the service. `lostGateway`: 502 instead of the service's answer. `internal`: the
 * service's own internal error instead of its answer. `repeated`: the service gets it, and refuses its nonce, as one does
 * that gets it twice and tells no repetition. `echo`: 502 with the bytes that were sent in its text.
 */
export type Fault =
  | { readonly kind: "none" | "drop" | "lose" | "cut" | "duplicate" }
  | { readonly kind: "badGateway" | "lostGateway" | "internal" | "repeated" | "echo" }
  | { readonly kind: "late" | "delay"; readonly ms: number };

/** A request as the proxy sees it. */
export interface SeenRequest {
  readonly path: string;
  readonly body: string;
  /** JSON-RPC method; undefined for anything else. */
  readonly method: string | undefined;
}

/** A proxy between a client and a service. */
export interface FaultProxy {
  readonly origin: string;
  /** Requests that arrived, in order. */
  readonly seen: readonly SeenRequest[];
  /** Waits until nothing is under way to the service. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** Opens a proxy before the service at `origin`; `plan` says what happens to each request. */
export async function openFaultProxy(
  origin: string,
  plan: (request: SeenRequest) => Fault,
): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  const underWay = new Set<Promise<unknown>>();
  function forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const answer = ask(origin, incoming, body);
    underWay.add(answer);
    void answer.catch(() => undefined).finally(() => underWay.delete(answer));
    return answer;
  }
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const request = describe(incoming, body);
    seen.push(request);
    const fault = plan(request);
    const settled = play(fault, { incoming, outgoing, body, forward });
    underWay.add(settled);
    await settled.finally(() => underWay.delete(settled));
  }
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async drain() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
  readonly forward: (incoming: IncomingMessage, body: Buffer) => Promise<Answer>;
}

const GATEWAY: Answer = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: Buffer.from("<html><h1>502 Bad Gateway</h1></html>"),
};

async function play(fault: Fault, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, body, forward } = exchange;
  switch (fault.kind) {
    case "drop":
      outgoing.destroy();
      return;
    case "late":
      outgoing.destroy();
      await pause(fault.ms);
      await forward(incoming, body);
      return;
    case "badGateway":
      write(outgoing, GATEWAY);
      return;
    case "echo":
      write(outgoing, { ...GATEWAY, body: Buffer.from(`Cannot forward ${hexOf(body)}`) });
      return;
    case "delay":
      await pause(fault.ms);
      break;
    case "duplicate":
      await forward(incoming, body);
      break;
    default:
  }
  answerWith(fault, outgoing, await forward(incoming, body), body);
}

function answerWith(fault: Fault, outgoing: ServerResponse, answer: Answer, body: Buffer): void {
  if (fault.kind === "lose") outgoing.destroy();
  else if (fault.kind === "lostGateway") write(outgoing, GATEWAY);
  else if (fault.kind === "internal") write(outgoing, refusal(body, -32603, "Internal error"));
  else if (fault.kind === "repeated") write(outgoing, refusal(body, -32002, "Nonce too low"));
  else if (fault.kind === "cut") {
    outgoing.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length });
    outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => outgoing.destroy());
  } else write(outgoing, answer);
}

/** The longest run of hex, as a signed transaction is one. */
function hexOf(body: Buffer): string {
  return /0x[0-9a-f]{9,}/.exec(String(body))?.[0] ?? "";
}

function refusal(body: Buffer, code: number, message: string): Answer {
  const { id = null } = JSON.parse(String(body)) as { id?: unknown };
  const reply = { jsonrpc: "2.0", id, error: { code, message } };
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(reply)) };
}

function write(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, "content-length": body.length });
  outgoing.end(body);
}

function ask(origin: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method = "GET", url = "/" } = incoming;
  const { host: _, connection: __, ...headers } = incoming.headers;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = sendRequest(new URL(url, origin), { method, headers }, (response) => {
    readAll(response).then(
      (bytes) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes }),
      reject,
    );
  });
  request.on("error", reject);
  request.end(body);
  return promise;
}

function describe(incoming: IncomingMessage, body: Buffer): SeenRequest {
  const text = String(body);
  const method = /"method":"(\w+)"/.exec(text)?.[1];
  return { path: incoming.url ?? "", body: text, method };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
