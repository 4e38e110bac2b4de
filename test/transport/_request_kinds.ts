import { resolveEndpoints } from "../../src/chains/mod.ts";
import { createVerify } from "../../src/drift/mod.ts";
import type { Client } from "../../src/mod.ts";
import { createRpc } from "../../src/rpc/mod.ts";
import { createRestOf, getBlock } from "../../src/rest/mod.ts";
import { createCaller, createTransport, type PlatformFetch } from "../../src/transport/mod.ts";
import { ORIGIN } from "../_client.ts";

const BASE = `${ORIGIN}/v1/delta`;
const HASH = `0x${"00".repeat(32)}`;

/** An account of the test service. */
export const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";

/** Each kind of request that a client sends. */
export const KINDS: Readonly<
  Record<string, (client: Client<"delta">, fetch: PlatformFetch) => unknown>
> = {
  "a REST operation": (client) => client.getBlock(1),
  "a REST operation with headers": (client) => client.getBlock(2, { headers: { "x-own": "1" } }),
  "a list": (client) => client.listBlocks({ limit: 1 }),
  "a key request": (client) => client.requestKey({ email: "me@example.org" }),
  "a JSON-RPC call": (client) => client.rpc.chain_getInfo(),
  "a JSON-RPC call with headers": (client) =>
    client.rpc.chain_getInfo({ headers: new Headers({ "x-own": "1" }) }),
  "a batch": (client) => client.rpc.batch([["chain_getInfo"], ["account_getNonce", ADDRESS]]),
  "a simplified call": (client) => client.simple.getBalance(ADDRESS),
  "a submission": (client) => client.sendRawTransaction("0x00"),
  "a comparison": (client) => createVerify(client).account(ADDRESS),
  "a wait for a receipt": (client) => client.waitForReceipt(HASH, { timeout: 1 }),
  "rest.GET": (client) => client.rest.GET("/chain/info", {}),
  "rest.POST": (client) => client.rest.POST("/keys", { body: { email: "me@example.org" } }),
  "fetch of a URL": (client) => client.fetch(`${BASE}/blocks/3`),
  "fetch of a URL with settings": (client) =>
    client.fetch(`${BASE}/blocks/4`, { headers: [["x-own", "1"]], method: "POST", body: "{}" }),
  "fetch of a Request": (client) => client.fetch(new Request(`${BASE}/blocks/5`)),
  "reading of the chain by polling": (client) =>
    client.events.subscribe("blocks", {}, { fromHeight: 1 }).next(),
  "calls that are gathered in a batch": (_, fetch) => {
    const endpoints = resolveEndpoints("delta", ORIGIN);
    const rpc = createRpc("delta", endpoints, createTransport({ fetch }), true);
    return Promise.all([rpc.call("chain_getInfo", []), rpc.call("account_getNonce", [ADDRESS])]);
  },
  "a small program": (_, fetch) => {
    const endpoints = resolveEndpoints("delta", ORIGIN);
    return createRestOf("delta", endpoints, createCaller({ fetch }), { getBlock }).call(
      "getBlock",
      [6],
    );
  },
};
