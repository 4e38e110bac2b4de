import { type PlainChain, Refusal } from "./_plain_chain.ts";
import { ROOTS, validatorOf } from "./_plain_rest.ts";

/** Its own code for what it does not know. */
const UNKNOWN = -32010;

function rpcTransaction(chain: PlainChain, hash: string): object {
  const block = chain.blockOf(hash);
  if (!block) throw new Refusal(UNKNOWN, "unknown transaction");
  const transactionIndex = block.transactions.findIndex((one) => one.hash === hash);
  const place = { blockNumber: block.number, blockHash: block.hash, transactionIndex };
  return { ...block.transactions[transactionIndex], ...place, status: "confirmed" };
}

function rpcBlock(chain: PlainChain, id: unknown, isWhole = false): object {
  const block = chain.blocks.find(({ number, hash }) => id === number || id === hash);
  if (!block) throw new Refusal(UNKNOWN, "unknown block");
  const transactions = block.transactions.map((one) => (isWhole ? { raw: one } : one.hash));
  return { ...block, transactions, ...ROOTS };
}

type Method = (chain: PlainChain, first: string, second?: unknown) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  chain_getInfo: ({ name, blocks }) => ({
    ...{ chain: name, version: "7.0", blockHeight: blocks.length, networkId: "77", peerCount: 3 },
  }),
  chain_getBlockByNumber: (chain, number, isWhole) => rpcBlock(chain, number, isWhole === true),
  chain_getBlockByHash: (chain, hash, isWhole) => rpcBlock(chain, hash, isWhole === true),
  account_getBalance: (chain, address, at = "latest") => {
    if (at !== "latest") throw new Refusal(UNKNOWN, "no history");
    const blockNumber = chain.head.number;
    return { balance: chain.balanceOf(address), nonce: chain.nonceOf(address), blockNumber };
  },
  account_getNonce: (chain, address) => ({ nonce: chain.nonceOf(address) }),
  tx_sendRawTransaction: (chain, bytes) => ({ txHash: chain.submit(bytes), status: "pending" }),
  tx_getTransaction: rpcTransaction,
  tx_getTransactionReceipt: (chain, hash) => {
    const { blockNumber, blockHash } = rpcTransaction(chain, hash) as Record<string, unknown>;
    const rest = { status: 1, gasUsed: "20000", logs: ["Transfer", ["of", 5]] };
    return { transactionHash: hash, blockNumber, blockHash, ...rest };
  },
};
/** Those of one chain. A serial number that is not spent has a height too. */
const OWN_METHODS: Readonly<Record<string, Method>> = {
  alpha_getRecord: (_, commitment) => ({ note: commitment.slice(2), spendable: true }),
  alpha_getSerialNumber: ({ head, spent }, serial) => {
    const isSpent = serial.endsWith("F") || spent.has(serial);
    return { spent: isSpent, blockNumber: isSpent ? head.number : 0 };
  },
  delta_getStake: ({ validator }) => ({
    ...{ stakedAmount: "40", delegatedTo: validator, rewards: "2" },
    ...{ unbondingAmount: "7", unbondingCompleteTime: "in two days" },
  }),
  delta_getValidator: (chain, address) => {
    if (address !== chain.validator) throw new Refusal(UNKNOWN, "unknown validator");
    return validatorOf(chain);
  },
};

/** Simplified calls, with answers that are no replies of JSON-RPC. */
const SIMPLIFIED: Readonly<Record<string, Method>> = {
  getBalance: (chain, address) => ({
    result: { confirmed: chain.balanceOf(address), unit: "base" },
  }),
  getTransaction: (chain, txid) => ({ txid, confirmations: chain.blocks.length }),
};

/** A call, or what claims to be one. */
export interface Call {
  readonly jsonrpc?: string;
  readonly id?: number | null;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** JSON, or a call that is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "no JSON";
  }
}

/** Answers a call of JSON-RPC, or a simplified one. */
export function answerCall(chain: PlainChain, call: Call): object {
  const { jsonrpc, id = null, method, params } = Object(call) as Call;
  if (typeof method !== "string" || !Array.isArray(params)) {
    const code = typeof call === "object" ? -32600 : -32700;
    return { jsonrpc: "2.0", id, error: { code, message: "No call" } };
  }
  const own = method.startsWith(chain.name.replace(/-.*/, "_")) ? OWN_METHODS[method] : undefined;
  const run = jsonrpc ? (METHODS[method] ?? own) : SIMPLIFIED[method];
  const reply = jsonrpc ? { jsonrpc: "2.0", id } : {};
  try {
    if (!run) throw new Refusal(-32601, "no such method");
    const first = method === "chain_getBlockByNumber" ? "number" : "string";
    if (method !== "chain_getInfo" && typeof params[0] !== first)
      throw new Refusal(-32602, "wrong type");
    const result = run(chain, params[0] as string, params[1]);
    return jsonrpc ? { ...reply, result } : (result as object);
  } catch (error) {
    if (!(error instanceof Refusal)) return { ...reply, error: { code: -32602, message: "Oops" } };
    return { ...reply, error: { code: error.code, message: "Refused", data: error.message } };
  }
}
