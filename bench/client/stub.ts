import type { PlatformFetch } from "../../src/transport/mod.ts";

/** Where the stub pretends to be. */
export const ORIGIN = "http://service.test";
export const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";

const HASH = `0x${"5e".repeat(32)}`;
const BLOCK = {
  number: 1204,
  hash: HASH,
  timestamp: 1_767_225_600,
  txCount: 3,
  validator: ADDRESS,
  parentHash: HASH,
  stateRoot: HASH,
  transactionsRoot: HASH,
  receiptsRoot: HASH,
  gasUsed: "63000",
  gasLimit: "30000000",
};
const META = { timestamp: 1_767_225_600, requestId: "b3e1f6a8-8f0c-4f43-9d57-0f0d3c1d9a11" };
const REST_BODY = JSON.stringify({ success: true, data: BLOCK, meta: META });
const RESULT = JSON.stringify({
  address: ADDRESS,
  balance: "1000000000000000000",
  nonce: 4,
  blockNumber: 1204,
});

/** Headers of a body in JSON. */
export const JSON_HEADERS = { "content-type": "application/json" };

/** Answers at once as the service does, in process: a block, a balance, or a balance for each call of a batch. */
export const stub: PlatformFetch = (input, init) => {
  const body = init?.body;
  const isPost = typeof body === "string" || (input instanceof Request && input.method === "POST");
  const text = isPost ? replyTo(typeof body === "string" ? body : "") : REST_BODY;
  return Promise.resolve(new Response(text, { headers: JSON_HEADERS }));
};

function replyTo(body: string): string {
  if (!body.startsWith("[")) return replyFor(/"id":(\d+)/.exec(body)?.[1] ?? "1");
  const replies = Array.from(body.matchAll(/"id":(\d+)/g), ([, id = ""]) => replyFor(id));
  return `[${replies.join(",")}]`;
}

function replyFor(id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${RESULT}}`;
}
