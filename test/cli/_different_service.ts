import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";

/** JSON that a deviation changes in place. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are changed here
type Body = any;

/** An answer that may be changed or replaced. */
export interface Reply {
  status: number;
  body: Body;
}

/** A way in which the service differs, and what the doctor has to say of it. */
export interface Deviation {
  /** Subject, aspect and path of each difference; `missing` in place of a path. */
  readonly finds: readonly string[];
  /** Changes the answer to a request. */
  readonly change: (reply: Reply, request: Asked) => void;
}

/** A request, as a deviation looks at it. */
export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly method: string | undefined;
  readonly params: readonly unknown[];
  readonly text: string;
}

const refusal = (status: number, code: string): Reply => ({
  status,
  body: {
    success: false,
    error: { code, message: "Changed." },
    meta: { timestamp: 1, requestId: "1" },
  },
});

/** Twenty known deviations; the last is that no WebSocket answers. */
export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  "a height as a string": on("/chain/info", ["getChainInfo||data.blockHeight"], ({ data }) => {
    data.blockHeight = String(data.blockHeight);
  }),
  "a field left out": on("/chain/stats", ["getChainStats||data.totalStaked"], ({ data }) => {
    delete data.totalStaked;
  }),
  "a limit that is not held": {
    finds: ["listBlocks|limit above 100|error.code"],
    change: (reply, { path, query }) => {
      if (path !== "/blocks" || query.get("limit") !== "101") return;
      Object.assign(reply, { status: 200, body: { success: true } });
    },
  },
  "an order that is not held": {
    finds: ["listBlocks|order asc|data.blocks"],
    change: ({ body }, { path, query }) => {
      if (path === "/blocks" && query.get("order") === "asc") body.data.blocks.reverse();
    },
  },
  "a field that is added": on(/^\/blocks\/\d+$/, ["getBlock||data.size"], ({ data }) => {
    data.size = 512;
  }),
  "an amount as a number": on(/^\/blocks\/\d+$/, ["getBlock||data.gasUsed"], ({ data }) => {
    data.gasUsed = Number(data.gasUsed);
  }),
  "blocks by height alone": {
    finds: ["getBlock|by hash|status"],
    change: (reply, { path }) => {
      if (path.startsWith("/blocks/0x")) Object.assign(reply, refusal(404, "NOT_FOUND"));
    },
  },
  "an operation that is missing": {
    finds: ["listBlockTransactions||missing"],
    change: (reply, { path }) => {
      if (/^\/blocks\/[^/]+\/transactions$/.test(path))
        Object.assign(reply, { status: 404, body: "Not here." });
    },
  },
  "a further status": on(/^\/transactions\/0x/, ["getTransaction||data.status"], ({ data }) => {
    data.status = "reverted";
  }),
  "pages from 0": {
    finds: ["listTransactions|a page of one|data.pagination.page"],
    change: ({ body }, { path, query }) => {
      if (path === "/transactions" && query.get("page") === "1") body.data.pagination.page = 0;
    },
  },
  "an unknown account that is empty": {
    finds: ["getAccount|unknown address|error.code"],
    change: (reply, { path }) => {
      if (!/^\/accounts\/dx1[^/]+$/.test(path) || reply.status !== 404) return;
      Object.assign(reply, { status: 200, body: { success: true, data: { balance: "0" } } });
    },
  },
  "decimals as a string": on(
    /^\/accounts\/dx1[^/]+\/tokens$/,
    ["listAccountTokens||data.tokens.*.decimals"],
    ({ data }) => {
      for (const token of data.tokens) token.decimals = String(token.decimals);
    },
  ),
  "a filter that is not held": {
    finds: ["listValidators|status inactive|data.validators.*.status"],
    change: ({ body }, { path, query }) => {
      if (path !== "/validators" || query.get("status") !== "inactive") return;
      body.data.validators = [{ status: "active" }];
    },
  },
  "an envelope without meta": {
    finds: ["listProposals||meta"],
    change: ({ body }, { path, query }) => {
      if (path === "/governance/proposals" && [...query].length === 0) delete body.meta;
    },
  },
  "another code": {
    finds: ["getBlock|unknown identifier|error.code"],
    change: (reply, { path }) => {
      if (path === "/blocks/2000000000") reply.body.error.code = "BLOCK_NOT_FOUND";
    },
  },
  "a network as a number": onMethod(
    "chain_getInfo",
    ["chain_getInfo||result.networkId"],
    (reply) => {
      reply.result.networkId = 7;
    },
  ),
  "a nonce without its object": onMethod(
    "account_getNonce",
    ["account_getNonce||result"],
    (reply) => {
      reply.result = reply.result?.nonce;
    },
  ),
  "an error for what is unknown": {
    finds: ["tx_getTransaction|unknown values|result"],
    change: ({ body }, { method, params, text }) => {
      const isUnknown = String(params[0]).startsWith("0x0123");
      if (method !== "tx_getTransaction" || !isUnknown || !text.includes("jsonrpc")) return;
      delete body.result;
      body.error = { code: -32000, message: "unknown transaction" };
    },
  },
  "a method that is missing": {
    finds: ["delta_getStake||missing"],
    change: ({ body }, { method }) => {
      if (method !== "delta_getStake") return;
      delete body.result;
      body.error = { code: -32601, message: "Method not found" };
    },
  },
  "no WebSocket": { finds: ["WebSocket||missing"], change: () => undefined },
};

function on(
  path: string | RegExp,
  finds: readonly string[],
  change: (body: Body) => void,
): Deviation {
  const isIt = (asked: string): boolean =>
    typeof path === "string" ? asked === path : path.test(asked);
  return {
    finds,
    change: ({ status, body }, asked) => {
      if (status === 200 && asked.method === undefined && isIt(asked.path)) change(body);
    },
  };
}

function onMethod(name: string, finds: readonly string[], change: (body: Body) => void): Deviation {
  return {
    finds,
    change: ({ body }, { method }) => {
      if (method === name && body.result !== undefined) change(body);
    },
  };
}

/** Answers as `fetch` does, with the deviations. */
export async function startDifferentService(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  deviations: readonly Deviation[],
): Promise<{ readonly url: string; readonly server: Server }> {
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = request.method === "POST" ? { body: text } : {};
    const headers = { "Content-Type": "application/json" };
    const url = new URL(request.url ?? "", "http://service.test");
    const answer = await fetch(url.href, { method: request.method ?? "GET", headers, ...body });
    const reply: Reply = { status: answer.status, body: parse(await answer.text()) };
    const asked = { ...callOf(text), path: url.pathname.replace(/^\/v1\/delta/, "") };
    for (const { change } of deviations) change(reply, { ...asked, query: url.searchParams, text });
    response.writeHead(reply.status, headers);
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  }
  const server = createServer((request, response) => void answerTo(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function callOf(text: string): Pick<Asked, "method" | "params"> {
  const { method, params = [] } = parse(text) ?? {};
  return { method, params };
}

function parse(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
