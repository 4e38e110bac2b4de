import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../src/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../src/generated/client/methods.gen.ts";
import type { PlainChain } from "./_plain_chain.ts";
import { PlainService } from "../plain_service.ts";
import { connectPlain, errorOf, SPECIFIED_OPERATIONS } from "./_connect.ts";

let plain: PlainService;
let delta: Client<"delta">;
let alpha: Client<"alpha">;
let chain: PlainChain;

beforeAll(async () => {
  plain = await PlainService.open();
  chain = plain.chain("delta");
  delta = connectPlain(plain, "delta");
  alpha = connectPlain(plain, "alpha");
});
afterAll(async () => {
  await Promise.all([delta.close(), alpha.close()]);
  await plain.close();
});

type Try = () => PromiseLike<unknown>;

/** Each REST function with what it resolves to: what is specified with its types, and what is not as it came. */
const OPERATIONS: Readonly<Record<string, readonly [Try, expected: () => unknown]>> = {
  getChainInfo: [
    () => delta.getChainInfo(),
    () => ({
      chain: "Delta",
      network: "main",
      version: "7.0",
      blockHeight: 9,
      activeValidators: 1,
    }),
  ],
  getChainStats: [
    () => delta.getChainStats(),
    () => ({ tps: 0.4, totalSupply: 1_000n, totalStaked: 540n, stakingRatio: 0.54 }),
  ],
  listBlocks: [
    () => delta.listBlocks({ order: "asc", limit: 4 }).toArray(),
    () =>
      chain.blocks.map(({ number, hash, timestamp }) => {
        return { number, hash, timestamp, txCount: 1, validator: chain.validator };
      }),
  ],
  getBlock: [
    () => Promise.all([delta.getBlock(3), delta.getBlock(blockHash(3))]),
    () => {
      const block = { number: 3, hash: blockHash(3), gasUsed: 20_000n, gasLimit: 30_000_000n };
      return [block, { ...block, extra: "0xPlain" }];
    },
  ],
  listBlockTransactions: [
    () => delta.listBlockTransactions(3).toArray(),
    () => [{ txid: txHash(3), height: 3, sender: chain.ann, amount: "7" }],
  ],
  getTransaction: [
    () => delta.getTransaction(txHash(3)),
    () => ({
      hash: txHash(3),
      blockNumber: 3,
      value: 7n,
      gasPrice: 3n,
      status: "success",
      memo: "",
    }),
  ],
  listTransactions: [
    () => delta.listTransactions({ limit: 4, address: chain.bob, type: "transfer" }).toArray(),
    () => newestFirst(),
  ],
  getAccount: [
    () => delta.getAccount(chain.bob),
    () => ({
      address: chain.bob,
      balance: 10n ** 20n + 81n,
      nonce: 0,
      txCount: 9,
      isContract: false,
    }),
  ],
  listAccountTransactions: [
    () => delta.listAccountTransactions(chain.ann, { direction: "out", limit: 5 }).toArray(),
    () => newestFirst(),
  ],
  listAccountTokens: [
    () => delta.listAccountTokens(chain.ann),
    () => ({ tokens: [{ contract: "dx1token", symbol: "PLN", decimals: 2, balance: 250n }] }),
  ],
  listValidators: [
    () => delta.listValidators({ status: "all" }).toArray(),
    () => [{ address: chain.validator, name: "Seven", stake: 500n, commission: 0.05, uptime: 1 }],
  ],
  getValidator: [
    () => delta.getValidator(chain.validator),
    () => ({ about: { address: chain.validator, stake: "500" }, delegators: 2 }),
  ],
  listProposals: [
    () => delta.listProposals().toArray(),
    () => [{ id: 4, title: "Lower fees", votesFor: 9n, startBlock: 2, status: "active" }],
  ],
  getProposal: [() => delta.getProposal(4), () => ({ text: "…", tally: [9, 1, 0] })],
  requestKey: [() => delta.requestKey({ email: "a@b.c" }), () => ({ sentTo: "a@b.c" })],
};

/** The same of each function of JSON-RPC. */
const METHODS: Readonly<Record<string, readonly [Try, expected: () => unknown]>> = {
  chain_getInfo: [
    () => delta.rpc.chain_getInfo(),
    () => ({ chain: "delta", version: "7.0", blockHeight: 9, networkId: "77", peerCount: 3 }),
  ],
  chain_getBlockByNumber: [
    () => delta.rpc.chain_getBlockByNumber(3),
    () => ({ number: 3, hash: blockHash(3), transactions: [txHash(3)] }),
  ],
  chain_getBlockByHash: [
    () => delta.rpc.chain_getBlockByHash(blockHash(3), true),
    () => ({ number: 3, transactions: [{ raw: { hash: txHash(3), value: "7" } }] }),
  ],
  account_getBalance: [
    () => delta.rpc.account_getBalance(chain.ann, "latest"),
    () => ({ balance: 10n ** 20n - 81n, nonce: 9, blockNumber: 9 }),
  ],
  account_getNonce: [() => delta.rpc.account_getNonce(chain.ann), () => ({ nonce: 9 })],
  tx_sendRawTransaction: [
    // It is known already: `submission_test.ts` has it accepted.
    () => errorOf(delta.rpc.tx_sendRawTransaction(chain.sign(5n, 0))).then((error) => ({ error })),
    () => ({ error: { code: -32000, data: "Known, or of another chain" } }),
  ],
  tx_getTransaction: [
    () => delta.rpc.tx_getTransaction(txHash(3)),
    () => ({ hash: txHash(3), value: 7n, transactionIndex: 0, status: "confirmed" }),
  ],
  tx_getTransactionReceipt: [
    () => delta.rpc.tx_getTransactionReceipt(txHash(3)),
    () => ({
      transactionHash: txHash(3),
      status: 1,
      gasUsed: 20_000n,
      logs: ["Transfer", ["of", 5]],
    }),
  ],
  alpha_getRecord: [
    () => alpha.rpc.alpha_getRecord("0xABCD"),
    () => ({ note: "ABCD", spendable: true }),
  ],
  alpha_getSerialNumber: [
    () => Promise.all(["0xABC0", "0xABCF"].map((one) => alpha.rpc.alpha_getSerialNumber(one))),
    () => [
      { spent: false, blockNumber: 0 },
      { spent: true, blockNumber: 9 },
    ],
  ],
  delta_getStake: [
    () => delta.rpc.delta_getStake(chain.ann),
    () => ({ stakedAmount: 40n, unbondingAmount: 7n, unbondingCompleteTime: "in two days" }),
  ],
  delta_getValidator: [
    () => delta.rpc.delta_getValidator(chain.validator),
    () => ({ address: chain.validator, delegatedStake: 40n, status: "active" }),
  ],
};

/** The same of simplified calls. */
const SIMPLIFIED: typeof METHODS = {
  getBalance: [
    () => delta.simple.getBalance(chain.ann),
    () => ({ confirmed: String(10n ** 20n - 81n), unit: "base" }),
  ],
  getTransaction: [
    () => delta.simple.getTransaction(txHash(3)),
    () => ({ txid: txHash(3), confirmations: 9 }),
  ],
};

function blockHash(number: number): `0x${string}` {
  return chain.blocks[number - 1]?.hash as `0x${string}`;
}

function txHash(number: number): `0x${string}` {
  return chain.blocks[number - 1]?.transactions[0]?.hash as `0x${string}`;
}

/** Items of the transaction lists. */
function newestFirst(): object[] {
  return chain.transactions
    .map(({ hash, value }, index) => {
      return { txid: hash, height: index + 1, sender: chain.ann, amount: value };
    })
    .toReversed();
}

describe.each([
  ["operation", OPERATIONS, SPECIFIED_OPERATIONS],
  ["method", METHODS, Object.keys(METHOD_CALLS)],
  ["simplified call", SIMPLIFIED, Object.keys(SIMPLIFIED_CALLS)],
])("each %s of the specs", (_, tries, known) => {
  test("is tried", () => {
    expect(Object.keys(tries).toSorted()).toEqual(known.toSorted());
  });

  test.each(Object.keys(tries))(
    "%s resolves to what is specified, typed, and the rest as it came",
    async (name) => {
      const [run, expected] = tries[name] as (typeof METHODS)[string];
      expect(await run()).toMatchObject(expected() as object);
    },
  );
});
