import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../src/generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../src/generated/client/operations.gen.ts";
import { type Client, createClient, isAlphadeltaError } from "../../src/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { openTestService, ORIGIN } from "../_client.ts";

/** What the chain has two of. */
interface Two {
  readonly blocks: readonly { readonly number: number; readonly hash: string }[];
  readonly transactions: readonly { readonly hash: string; readonly blockNumber: number }[];
  readonly addresses: readonly string[];
  readonly validators: readonly string[];
  readonly contracts: readonly string[];
  readonly commitments: readonly string[];
}

type Read = (client: Client<"delta">, two: Two, index: number) => PromiseLike<unknown>;

/** A read by each identity, of the first or the second of two. */
const READS: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  getBlock: {
    "by height": (client, { blocks }, index) => client.getBlock(at(blocks, index).number),
    "by hash": (client, { blocks }, index) => client.getBlock(at(blocks, index).hash),
  },
  listBlockTransactions: {
    "by height": (client, { transactions }, index) =>
      client.listBlockTransactions(at(transactions, index).blockNumber),
  },
  getTransaction: {
    "by hash": (client, { transactions }, index) =>
      client.getTransaction(at(transactions, index).hash),
    "in a simplified call": (client, { transactions }, index) =>
      client.simple.getTransaction(at(transactions, index).hash),
  },
  listTransactions: {
    "by address": (client, { addresses }, index) =>
      client.listTransactions({ address: at(addresses, index) }),
  },
  getAccount: {
    "by address": (client, { addresses }, index) => client.getAccount(at(addresses, index)),
  },
  listAccountTransactions: {
    "by address": (client, { addresses }, index) =>
      client.listAccountTransactions(at(addresses, index)),
  },
  getValidator: {
    "by address": (client, { validators }, index) => client.getValidator(at(validators, index)),
  },
  getToken: {
    "by contract": (client, { contracts }, index) => client.getToken(at(contracts, index)),
  },
  getProposal: { "by id": (client, _, index) => client.getProposal(index + 1) },
  chain_getBlockByNumber: {
    "by height": ({ rpc }, { blocks }, index) =>
      rpc.chain_getBlockByNumber(at(blocks, index).number),
    "in a batch": ({ rpc }, { blocks }, index) =>
      rpc.batch([["chain_getBlockByNumber", at(blocks, index).number], ["chain_getInfo"]]),
  },
  chain_getBlockByHash: {
    "by hash": ({ rpc }, { blocks }, index) => rpc.chain_getBlockByHash(at(blocks, index).hash),
  },
  account_getBalance: {
    "by height": ({ rpc }, { addresses }, index) =>
      rpc.account_getBalance(at(addresses, 0), 20 + index),
  },
  tx_getTransaction: {
    "by hash": ({ rpc }, { transactions }, index) =>
      rpc.tx_getTransaction(at(transactions, index).hash),
  },
  tx_getTransactionReceipt: {
    "by hash": ({ rpc }, { transactions }, index) =>
      rpc.tx_getTransactionReceipt(at(transactions, index).hash),
  },
  alpha_getRecord: {
    "by commitment": ({ rpc }, { commitments }, index) =>
      (rpc as Client["rpc"] as Client<"alpha">["rpc"]).alpha_getRecord(at(commitments, index)),
  },
  delta_getValidator: {
    "by address": ({ rpc }, { validators }, index) => rpc.delta_getValidator(at(validators, index)),
  },
};

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index] ?? expect.fail("the chain has too few");
}

let service: Service;
const twos: Record<string, Two> = {};

beforeAll(async () => {
  service = await openTestService();
  for (const segment of ["alpha", "delta"] as const) {
    const { client } = open(segment);
    const { items } = await client.listTransactions({ limit: 100 });
    const [newest] = items;
    const other = items.find(
      (each) =>
        each.blockNumber !== newest?.blockNumber &&
        [each.from, each.to].every((one) => one !== newest?.from && one !== newest?.to),
    );
    const transactions = [newest, other].map((each) => each ?? expect.fail("too few"));
    const moved = segment === "delta" ? await movedTokens(client) : [];
    twos[segment] = {
      blocks: (await client.listBlocks({ limit: 2 })).items,
      transactions,
      addresses: transactions.map(({ from }) => from),
      validators:
        segment === "delta"
          ? (await client.listValidators()).items.map((each) => each.address)
          : [],
      contracts: [...new Set(moved)],
      commitments: transactions.map((each) => each.commitments?.[0] ?? ""),
    };
  }
});
afterAll(() => service.close());

/** The contracts of the newest transfers of tokens. */
async function movedTokens(client: Client<"delta">): Promise<string[]> {
  const { items } = await client.listTransactions({ type: "token_transfer", limit: 100 });
  return items.flatMap(({ token }) => (token ? [token.contract] : []));
}

/** A client whose calls are answered with the answer before, once `isMixed`. */
function open(segment: "alpha" | "delta"): { client: Client<"delta">; mix: () => void } {
  let isMixed = false;
  let last = "";
  const client = createClient(segment, {
    endpoints: ORIGIN,
    tier: "Enterprise",
    cache: false,
    async fetch(input, init) {
      const text = await (await service.fetch(input, init)).text();
      const ids = text.match(/"id":\d+/g)?.values();
      if (!isMixed) last = text;
      return new Response(
        last.replace(/"id":\d+(?=[,}].*"result")/g, (id) => ids?.next().value ?? id),
      );
    },
  });
  return { client: client as Client<"delta">, mix: () => (isMixed = true) };
}

const CASES = Object.entries(READS).flatMap(([name, ways]) =>
  Object.entries(ways).map(([way, read]) => [name, way, read] as const),
);

describe("an answer about another one than was asked for", () => {
  test.each(CASES)("to %s %s is refused", async (name, _, read) => {
    const segment = name.startsWith("alpha") ? "alpha" : "delta";
    const two = twos[segment] ?? expect.fail("no chain");
    const { client, mix } = open(segment);
    await read(client, two, 0);
    await read(client, two, 1);
    mix();
    await read(client, two, 1);
    const refused = await Promise.resolve(read(client, two, 0)).catch((error: unknown) => error);
    const error = isAlphadeltaError(refused, "BatchError") ? refused.cause : refused;
    expect(error).toMatchObject({
      name: "ContractError",
      message: expect.stringMatching(/: expected .*, got /) as string,
    });
  });

  test("is looked for in every call that says how", () => {
    const calls = { ...OPERATION_CALLS, ...METHOD_CALLS, ...SIMPLIFIED_CALLS };
    const marked = Object.entries(calls).filter(([, { info }]) => info.identity);
    expect(marked.map(([name]) => name).toSorted()).toEqual(Object.keys(READS).toSorted());
  });

  test("may differ from it in the case of hex", async () => {
    const { hash } = at(twos.delta?.blocks ?? [], 0);
    const shown = `0x${hash.slice(2).toUpperCase()}`;
    const client = createClient("delta", {
      endpoints: ORIGIN,
      async fetch(input, init) {
        const text = await (await service.fetch(input, init)).text();
        return new Response(text.replace(hash, shown));
      },
    });
    expect((await client.getBlock(hash)).hash).toBe(shown);
  });
});

/** Reads whose answers tell of which segment they are. */
const TELLING: Readonly<Record<string, Read>> = {
  getChainInfo: (client) => client.getChainInfo(),
  listBlocks: (client) => client.listBlocks(),
  getBlock: (client) => client.getBlock(7),
  getTransaction: (client, { transactions }) => client.getTransaction(at(transactions, 0).hash),
  chain_getInfo: ({ rpc }) => rpc.chain_getInfo(),
  "chain_getBlockByNumber with transactions": ({ rpc }, { transactions }) =>
    rpc.chain_getBlockByNumber(at(transactions, 0).blockNumber, true),
  "chain_getInfo in a batch": ({ rpc }) => rpc.batch([["chain_getInfo"], ["chain_getInfo"]]),
  tx_getTransaction: ({ rpc }, { transactions }) => rpc.tx_getTransaction(at(transactions, 0).hash),
  "the simplified getTransaction": ({ simple }, { transactions }) =>
    simple.getTransaction(at(transactions, 0).hash),
};

/** As of a service that sends no headers of its own. */
async function withoutHeaders(answer: Response): Promise<Response> {
  return new Response(await answer.text());
}

/** Reads whose answers show nothing of a segment, or refuse. */
const SILENT: Readonly<Record<string, Read>> = {
  "a block of hashes": ({ rpc }) => rpc.chain_getBlockByNumber(7),
  "a batch of blocks": ({ rpc }) =>
    rpc.batch([
      ["chain_getBlockByNumber", 7],
      ["chain_getBlockByNumber", 8],
    ]),
  nothing: ({ rpc }) => rpc.tx_getTransaction(`0x${"00".repeat(32)}`),
  "an unknown method": ({ rpc }) => rpc.delta_getValidator(DELTA),
  "an address of delta": ({ rpc }) => rpc.account_getNonce(DELTA),
  "a simplified call": ({ simple }) => simple.getBalance(DELTA),
  "an operation of REST": (client) => client.getChainStats(),
};

const DELTA = "dx1njg93zhl3q88znzw777zqhc8zsccmd9r6szkmk";

describe("a client of delta whose endpoint is that of alpha", () => {
  test.each(Object.entries(SILENT))("is refused at the answer to %s", async (_, read) => {
    const client = createClient("delta", {
      endpoints: ORIGIN,
      fetch: (input, init) => service.fetch(String(input).replace("/delta", "/alpha"), init),
    });
    const two = twos.alpha ?? expect.fail("no chain");
    const refused = await Promise.resolve(read(client, two, 0)).catch((error: unknown) => error);
    const error = isAlphadeltaError(refused, "BatchError") ? refused.cause : refused;
    expect(error).toMatchObject({
      name: "ContractError",
      retryable: false,
      message: expect.stringMatching(
        /expected an answer of delta, got "alpha"\. Is the endpoint that of delta\?/,
      ) as string,
    });
  });

  test.each(Object.entries(TELLING))("is refused at what %s shows alone", async (_, read) => {
    const client = createClient("delta", {
      endpoints: ORIGIN,
      fetch: (input, init) =>
        service.fetch(String(input).replace("/delta", "/alpha"), init).then(withoutHeaders),
    });
    const two = twos.alpha ?? expect.fail("no chain");
    const refused = await Promise.resolve(read(client, two, 0)).catch((error: unknown) => error);
    const error = isAlphadeltaError(refused, "BatchError") ? refused.cause : refused;
    expect(error).toMatchObject({
      name: "ContractError",
      message: expect.stringMatching(
        /expected (that|an address) of delta, got "(ax1|alpha).*Is the endpoint that of delta\?/,
      ) as string,
    });
  });

  test("is told from one of the testnet too", async () => {
    const testnet = await openTestService(["delta-testnet"]);
    const client = createClient("delta", {
      endpoints: ORIGIN,
      fetch: (input, init) =>
        testnet
          .fetch(String(input).replace(/\/delta\b/, "/delta-testnet"), init)
          .then(withoutHeaders),
    });
    const issues = [{ path: "network", message: expect.stringContaining('"testnet"') as string }];
    await expect(client.getChainInfo()).rejects.toMatchObject({ issues });
    await expect(client.rpc.chain_getInfo()).rejects.toMatchObject({
      issues: [{ path: "networkId" }],
    });
    await testnet.close();
  });

  test("takes chains and networks by names that the interface does not have", async () => {
    const client = createClient("delta", {
      endpoints: ORIGIN,
      async fetch(input, init) {
        const text = await (await service.fetch(input, init)).text();
        return new Response(text.replace('"mainnet"', '"main"').replace('"delta"', '"Delta"'));
      },
    });
    expect(await client.getChainInfo()).toMatchObject({ chain: "Delta", network: "main" });
  });
});
