import { describe, expect, test } from "vitest";
import type { Client, ClientOptions } from "../../src/mod.ts";
import { connectByClock, type Sent } from "./_canned.ts";

const HASH = `0x${"07".repeat(32)}`;
const FRESH = { cache: false } as const;

/** A call's answer at a height; the account has made as many transactions as there are blocks. */
function resultOf(method: string, blockHeight: number): object {
  if (method === "tx_sendRawTransaction") return { txHash: HASH, status: "pending" };
  if (method === "account_getNonce") return { nonce: blockHeight };
  return { version: "1", chain: "delta", networkId: "delta-mainnet", peerCount: 1, blockHeight };
}

/**
 * A client of a chain whose height a test sets. A request is answered at the height at which it came, once `answer` is
 * called with its place.
 */
function connectHeld(
  options: Partial<ClientOptions> = {},
  tells = false,
): {
  client: Client<"delta">;
  sent: readonly Sent[];
  chain: { height: number };
  answer: (place: number) => void;
} {
  const chain = { height: 19 };
  const answers: (() => void)[] = [];
  const { client, sent } = connectByClock(({ body }) => {
    const { height } = chain;
    const replies = [body].flat().map(({ id, method }) => {
      return { jsonrpc: "2.0", id, result: resultOf(method, height) };
    });
    const headers: HeadersInit = tells ? { "X-Chain-Height": `${height}` } : {};
    const response = Response.json(Array.isArray(body) ? replies : replies[0], { headers });
    return new Promise((resolve) => answers.push(() => resolve(response)));
  }, options);
  return { client, sent, chain, answer: (place) => answers[place]?.() };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve));
}

describe("a request under way", () => {
  test.each([
    ["by itself", {}],
    ["in a batch", { batch: true }],
  ])("%s is shared until the client knows another height", async (_, options) => {
    const { client, sent, chain, answer } = connectHeld(options);
    const { chain_getInfo, account_getNonce } = client.rpc;
    const first = [chain_getInfo(), account_getNonce("dx1a")] as const;
    await turn();
    const held = sent.length;
    const equal = chain_getInfo();
    await turn();
    expect(sent).toHaveLength(held);

    chain.height = 23;
    const fresh = chain_getInfo(FRESH);
    await turn();
    answer(held);
    expect(await fresh).toMatchObject({ blockHeight: 23 });

    const later = [chain_getInfo(), chain_getInfo()] as const;
    await turn();
    expect(sent).toHaveLength(held + 2);
    answer(held + 1);
    for (const one of later) expect(await one).toMatchObject({ blockHeight: 23 });

    for (let place = 0; place < held; place++) answer(place);
    expect(await first[1]).toEqual({ nonce: 19 });
    for (const one of [first[0], equal]) expect(await one).toMatchObject({ blockHeight: 19 });
  });

  test("is shared where another answer shows the height that was known", async () => {
    const { client, sent, answer } = connectHeld();
    const { chain_getInfo } = client.rpc;
    const known = chain_getInfo();
    await turn();
    answer(0);
    await known;
    const first = chain_getInfo();
    const fresh = chain_getInfo(FRESH);
    await turn();
    answer(2);
    await fresh;
    const second = chain_getInfo();
    await turn();
    expect(sent).toHaveLength(3);
    answer(1);
    expect(await first).toEqual(await second);
  });

  test("is not shared after the headers of another answer told another height", async () => {
    const { client, sent, chain, answer } = connectHeld({}, true);
    const before = client.rpc.chain_getInfo();
    await turn();
    chain.height = 20;
    const nonce = client.rpc.account_getNonce("dx1a");
    await turn();
    answer(1);
    await nonce;
    const after = client.rpc.chain_getInfo();
    await turn();
    expect(sent).toHaveLength(3);
    answer(2);
    answer(0);
    expect([(await before).blockHeight, (await after).blockHeight]).toEqual([19, 20]);
  });

  test("is not shared after a submission is answered", async () => {
    const { client, sent, chain, answer } = connectHeld();
    const before = client.rpc.account_getNonce("dx1a");
    await turn();
    const submitted = client.rpc.tx_sendRawTransaction("0x00");
    await turn();
    answer(1);
    await submitted;
    chain.height = 20;
    const after = client.rpc.account_getNonce("dx1a");
    await turn();
    expect(sent).toHaveLength(3);
    answer(2);
    answer(0);
    expect([await before, await after]).toEqual([{ nonce: 19 }, { nonce: 20 }]);
  });
});

test("a request that has not gone out is shared whatever becomes known meanwhile", async () => {
  const { client, sent, chain, answer } = connectHeld({ maxInFlight: 1 });
  const { chain_getInfo, account_getNonce } = client.rpc;
  const fresh = chain_getInfo(FRESH);
  const other = account_getNonce("dx1a");
  const waiting = chain_getInfo();
  await turn();
  answer(0);
  await fresh;
  chain.height = 20;
  const later = chain_getInfo();
  await turn();
  answer(1);
  await other;
  await turn();
  answer(2);
  expect(await waiting).toMatchObject({ blockHeight: 20 });
  expect(await later).toMatchObject({ blockHeight: 20 });
  expect(sent).toHaveLength(3);
});
