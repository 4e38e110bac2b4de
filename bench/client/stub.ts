import { createHash } from "node:crypto";
import type { PlatformFetch } from "../../src/transport/mod.ts";

/** Origin of the stub. */
export const ORIGIN = "http://service.test";
export const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";

const BLOCK = {
  number: 1204,
  hash: hashOf("block 1204"),
  timestamp: 1_767_225_600,
  txCount: 3,
  validator: ADDRESS,
  parentHash: hashOf("block 1203"),
  stateRoot: hashOf("state"),
  transactionsRoot: hashOf("transactions"),
  receiptsRoot: hashOf("receipts"),
  gasUsed: "63000",
  gasLimit: "30000000",
};
const META = { timestamp: 1_767_225_600, requestId: "b3e1f6a8-8f0c-4f43-9d57-0f0d3c1d9a11" };
const REST_BODY = JSON.stringify({ success: true, data: BLOCK, meta: META }).split(":1204,");
const RESULT = JSON.stringify({
  address: ADDRESS,
  balance: "1000000000000000000",
  nonce: 4,
  blockNumber: 1204,
}).split("1204");

/** A page of 100 transactions, as the service sends it. */
export const PAGE = JSON.stringify({
  success: true,
  data: {
    transactions: Array.from({ length: 100 }, (_, index) => ({
      hash: hashOf(`transaction ${index}`),
      blockNumber: 1204 - Math.floor(index / 3),
      blockHash: hashOf(`block ${1204 - Math.floor(index / 3)}`),
      from: ADDRESS,
      to: ADDRESS,
      value: String(2_500_000_000_000_000_000n + BigInt(index)),
      nonce: index,
      gasPrice: "1000000000",
      gasLimit: "21000",
      gasUsed: "21000",
      status: "success",
      timestamp: 1_767_225_600 - 2 * index,
      type: "transfer",
    })),
    pagination: { page: 1, limit: 100, totalItems: 3_612, totalPages: 37 },
  },
  meta: META,
});

/** Headers of a body in JSON. */
export const JSON_HEADERS = { "content-type": "application/json" };

/**
 * Answers at once as the service does, in process: a block, a balance, or a balance for each call of a batch, each of the
 * height that is asked for.
 */
export const stub: PlatformFetch = (input, init) => {
  const body = init?.body;
  const isPost = typeof body === "string" || (input instanceof Request && input.method === "POST");
  const text = isPost ? replyTo(typeof body === "string" ? body : "") : blockAt(input);
  return Promise.resolve(new Response(text, { headers: JSON_HEADERS }));
};

/** As many digits in a row as hashes have, some of them. */
function hashOf(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

function blockAt(input: string | URL | Request): string {
  const url = input instanceof Request ? input.url : String(input);
  return REST_BODY.join(`:${url.slice(url.lastIndexOf("/") + 1)},`);
}

const CALL = /"id":(\d+)[^\]]*?(\d*)\]/g;

function replyTo(body: string): string {
  const replies = Array.from(body.matchAll(CALL), ([, id = "", height = ""]) =>
    replyFor(id, height),
  );
  return body.startsWith("[") ? `[${replies.join(",")}]` : (replies[0] ?? replyFor("1", "1204"));
}

function replyFor(id: string, height: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${RESULT.join(height || "1204")}}`;
}
