import { expectTypeOf, test } from "vitest";
import type { StreamEvent } from "../../src/events/mod.ts";
import { createVerify } from "../../src/drift/mod.ts";
import { type Client, createClient, PagedList } from "../../src/mod.ts";
import type { RpcErrorCode } from "../../src/errors/mod.ts";
import type { Wire } from "../../src/units/mod.ts";

const options = { endpoints: "http://service.test" } as const;

test("a client has the operations and methods of its chain alone", () => {
  const alpha = createClient("alpha-testnet", options);
  const delta = createClient("delta", options);
  expectTypeOf(delta.listValidators).toBeFunction();
  expectTypeOf(alpha.rpc.alpha_getRecord).toBeFunction();
  expectTypeOf<Client<"alpha">>().not.toHaveProperty("listValidators");
  expectTypeOf<Client<"alpha">>().not.toHaveProperty("listAccountTokens");
  expectTypeOf<Client<"alpha">["rpc"]>().not.toHaveProperty("delta_getStake");
  expectTypeOf<Client<"delta-testnet">["rpc"]>().not.toHaveProperty("alpha_getRecord");
  expectTypeOf(alpha.chain).toEqualTypeOf<"alpha">();
  expectTypeOf(alpha.segment).toEqualTypeOf<"alpha-testnet">();
});

test("values are decoded: amounts are bigint, lists are paged, results may be null", () => {
  const delta = createClient("delta", options);
  expectTypeOf(delta.getAccount).returns.resolves.toHaveProperty("balance").toEqualTypeOf<bigint>();
  expectTypeOf(delta.listBlocks).returns.toExtend<PagedList<{ readonly txCount: number }>>();
  expectTypeOf(delta.rpc.account_getBalance)
    .returns.resolves.toHaveProperty("balance")
    .toEqualTypeOf<bigint>();
  expectTypeOf<null>().toExtend<Awaited<ReturnType<typeof delta.rpc.chain_getBlockByNumber>>>();
});

test("fetch takes the place of the runtime's own", () => {
  const delta = createClient("delta", { endpoints: new URL("http://service.test") });
  expectTypeOf(delta.fetch).toExtend<typeof globalThis.fetch>();
  expectTypeOf(delta.getBlock).toBeCallableWith(1, { headers: new Headers() });
});

test("what is decided may be absent, and open sets take other values", () => {
  type Transaction = Awaited<ReturnType<Client<"delta">["getTransaction"]>>;
  expectTypeOf<undefined>().toExtend<Transaction["serialNumbers"]>();
  expectTypeOf<"something else">().toExtend<Transaction["status"]>();
  expectTypeOf<Transaction["hash"]>().toEqualTypeOf<string>();
});

test("an editor suggests the word latest where a block height may be a string", () => {
  type Block = Parameters<Client<"delta">["rpc"]["account_getBalance"]>[1];
  expectTypeOf<Extract<Block, "latest">>().toEqualTypeOf<"latest">();
  expectTypeOf<"1204">().toExtend<Block>();
});

test("a reorganisation always has the height that it begins at", () => {
  type Event = StreamEvent<"blocks">;
  type Notice = Exclude<Event["reorg"], undefined>;
  expectTypeOf<Notice["fromHeight"]>().toEqualTypeOf<number>();
});

test("arguments are checked as the documents have them", () => {
  const delta = createClient("delta", options);
  const never = (): void => {
    // @ts-expect-error an identifier is needed
    void delta.getBlock();
    // @ts-expect-error the order is one of two
    void delta.listBlocks({ order: "up" });
    // @ts-expect-error there is no such parameter
    void delta.listBlocks({ size: 5 });
    // @ts-expect-error a height is a number
    void delta.rpc.chain_getBlockByNumber("5");
    // @ts-expect-error there is no such path
    void delta.rest.GET("/nothing");
    // @ts-expect-error there is no such segment
    createClient("gamma", options);
  };
  expectTypeOf(never).toBeFunction();
});

test("a batch is typed entry by entry, and has the methods of its chain alone", () => {
  const delta = createClient("delta", options);
  const never = async (): Promise<void> => {
    const [nonce, info] = await delta.rpc.batch([["account_getNonce", "dx1a"], ["chain_getInfo"]]);
    expectTypeOf(nonce.nonce).toBeNumber();
    expectTypeOf(info.blockHeight).toBeNumber();
    const [balance] = await delta.rpc.batch([["account_getBalance", "dx1a"]], { settle: true });
    if (balance.ok) expectTypeOf(balance.value.balance).toEqualTypeOf<bigint>();
    else if (balance.error.name === "RpcError") {
      expectTypeOf(balance.error.code).toEqualTypeOf<RpcErrorCode | (number & {})>();
    } else expectTypeOf(balance.error.code).toEqualTypeOf<string | number | undefined>();
    // @ts-expect-error delta has no records
    await delta.rpc.batch([["alpha_getRecord", "0x00"]]);
    // @ts-expect-error a height is a number
    await delta.rpc.batch([["chain_getBlockByNumber", "7"]]);
    // @ts-expect-error an address is needed
    await delta.rpc.batch([["account_getNonce"]]);
  };
  expectTypeOf(never).toBeFunction();
});

test("lists alone take the options of lists", () => {
  const delta = createClient("delta", options);
  const never = (): void => {
    void delta.listBlocks({}, { prefetch: 0, resume: "token", priority: "watch" });
    void delta.listBlocks(undefined, { onShift: ({ mayHaveGaps }) => mayHaveGaps });
    // @ts-expect-error a block has no pages
    void delta.getBlock(1, { prefetch: 0 });
  };
  expectTypeOf(never).toBeFunction();
});

test("a type says what the specs say, of what the interface does not show too", () => {
  type Detail = Awaited<ReturnType<Client<"delta">["getProposal"]>>;
  expectTypeOf<Detail["votesFor"]>().toEqualTypeOf<bigint>();
  expectTypeOf<Detail["title"]>().toEqualTypeOf<string>();
});

test("on the wire amounts are strings, and a set that may grow takes other strings", () => {
  type Open = "a" | (string & {});
  expectTypeOf<Wire<{ fee: bigint; kind?: Open }>>().toEqualTypeOf<{ fee: string; kind?: Open }>();
});

test("submissions, waits, nonces and comparisons are typed", () => {
  const delta = createClient("delta", options);
  expectTypeOf(delta.sendRawTransaction).returns.resolves.toHaveProperty("txHash");
  expectTypeOf(delta.waitForReceipt)
    .returns.resolves.toHaveProperty("gasUsed")
    .toEqualTypeOf<bigint>();
  type Sent = Awaited<ReturnType<ReturnType<typeof delta.createNonces>["send"]>>;
  expectTypeOf<Sent["nonce"]>().toEqualTypeOf<number>();
  expectTypeOf(createVerify(delta).block).returns.resolves.toHaveProperty("differences");
});

test("events are typed by their topic, and topics by their chain", () => {
  const alpha = createClient("alpha", options);
  const delta = createClient("delta", options);
  const blocks = delta.events.subscribe("blocks");
  type Event = Awaited<ReturnType<typeof blocks.next>>["value"];
  expectTypeOf<NonNullable<NonNullable<Event>["data"]>["number"]>().toEqualTypeOf<number>();
  expectTypeOf<NonNullable<Event>["cursor"]>().toEqualTypeOf<string | null>();
  const transactions = alpha.events.subscribe("transactions", { type: "transfer" });
  const activity = alpha.events.accountActivity({ addresses: ["ax1"], type: "transfer" });
  expectTypeOf(activity).toEqualTypeOf(transactions);
  expectTypeOf(activity).toHaveProperty("add").parameter(0).toEqualTypeOf<readonly string[]>();
  expectTypeOf(delta.events.subscribe("validators").addresses).toHaveProperty("size");
  expectTypeOf(blocks).not.toHaveProperty("add");
  for (const stream of [blocks, transactions, activity]) void stream.return();
  const never = async (): Promise<void> => {
    for await (const event of transactions) {
      // @ts-expect-error a notice of a reorganisation has no data
      void event.data.hash;
      if (!event.reorg) expectTypeOf(event.data.value).toEqualTypeOf<bigint>();
    }
    for await (const event of delta.events.subscribe("reorgs")) {
      expectTypeOf(event.data).toHaveProperty("fromHeight");
    }
    // @ts-expect-error alpha has no validators
    alpha.events.subscribe("validators");
    // @ts-expect-error blocks take no address
    delta.events.subscribe("blocks", { address: "dx1" });
    // @ts-expect-error blocks take no addresses
    delta.events.subscribe("blocks", { addresses: [] });
    // @ts-expect-error activity is of addresses
    delta.events.accountActivity({});
    // @ts-expect-error there is no such topic
    delta.events.subscribe("mempool");
  };
  expectTypeOf(never).toBeFunction();
});
