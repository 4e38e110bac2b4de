import { hashOf, type PlainChain, type PlainTransaction, Refusal } from "./_plain_chain.ts";

/** Query parameters. */
export type Fields = Readonly<Record<string, string>>;
type Read = (chain: PlainChain, part: string, query: Fields) => unknown;

/** Roots of every block. */
export const ROOTS = { stateRoot: hashOf("state"), receiptsRoot: hashOf("receipts") };

function summaryOf(chain: PlainChain, number: number): object {
  const { hash, timestamp, transactions } = chain.blocks[number - 1] ?? missing();
  return { number, hash, timestamp, txCount: transactions.length, validator: chain.validator };
}

/** A transaction as REST has it; each has a further field. */
function restTransaction(chain: PlainChain, one: PlainTransaction): object {
  const { number: blockNumber, hash: blockHash, timestamp } = chain.blockOf(one.hash) ?? missing();
  const gas = { gasPrice: "3", gasLimit: "21000", gasUsed: "20000", memo: "" };
  return { ...one, blockNumber, blockHash, timestamp, ...gas, status: "success", type: "transfer" };
}

/** An item of the transaction lists, which has no field of a transaction. */
function itemOf(chain: PlainChain, { hash, from, value }: PlainTransaction): object {
  return { txid: hash, height: chain.blockOf(hash)?.number, sender: from, amount: value };
}

/** A validator, without its name. */
export function validatorOf({ validator }: PlainChain): object {
  const stakes = { stake: "500", delegatedStake: "40", commission: 0.05, uptime: 1 };
  return { address: validator, ...stakes, status: "active" };
}

function missing(): never {
  throw new Refusal("NOT_FOUND", "nothing here");
}

/** A page of items by the parameters `page` and `limit`. */
function pageOf<Item>(
  items: readonly Item[],
  { page = "1", limit = "20" }: Fields,
): readonly Item[] {
  if (!/^[1-9]\d*$/.test(page) || !/^(?:[1-9]\d?|100)$/.test(limit))
    throw new Refusal("INVALID_PARAM", "page or limit");
  return items.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
}

function extentOf(items: readonly unknown[], { page = "1", limit = "20" }: Fields): object {
  return { page: Number(page), limit: Number(limit), totalItems: items.length };
}

/** A list of transactions, in an object of its own and without an extent. */
function listOf(chain: PlainChain, all: readonly PlainTransaction[], query: Fields): object {
  const items = pageOf(all.toReversed(), query).map((one) => itemOf(chain, one));
  return { entries: items, source: "index" };
}

/** Each path with its query parameters; another parameter is refused. */
const REST: Readonly<Record<string, readonly [parameters: string, read: Read]>> = {
  "/chain/info": [
    "",
    ({ name, blocks, transactions, blockTime }) => ({
      ...{ chain: name.replace(/^./, (first) => first.toUpperCase()), network: "main" },
      ...{ version: "7.0", blockHeight: blocks.length, blockTime },
      ...{ totalTransactions: transactions.length, activeValidators: 1 },
    }),
  ],
  "/chain/stats": [
    "",
    ({ blockTime }) => ({
      ...{ tps: 0.4, avgBlockTime: blockTime, totalSupply: "1000", circulatingSupply: "900" },
      ...{ totalStaked: "540", stakingRatio: 0.54 },
    }),
  ],
  "/blocks": [
    "page limit order",
    (chain, _, query) => {
      const all = chain.blocks.map(({ number }) => number);
      const numbers = pageOf(query["order"] === "asc" ? all : all.toReversed(), query);
      const extent = extentOf(all, query) as { limit: number };
      const totalPages = Math.ceil(all.length / extent.limit);
      const blocks = numbers.map((number) => summaryOf(chain, number));
      return { blocks, pagination: { ...extent, totalPages } };
    },
  ],
  "/blocks/:id": [
    "",
    (chain, id) => {
      const block = chain.blocks.find(({ number, hash }) => id === String(number) || id === hash);
      const { number, parentHash } = block ?? missing();
      const gas = { gasUsed: "20000", gasLimit: "30000000", transactionsRoot: hashOf("txs") };
      return { ...summaryOf(chain, number), parentHash, ...ROOTS, ...gas, extra: "0xPlain" };
    },
  ],
  "/blocks/:id/transactions": [
    "page limit",
    (chain, id, query) =>
      listOf(chain, (chain.blocks[Number(id) - 1] ?? missing()).transactions, query),
  ],
  "/transactions": [
    "page limit type address",
    (chain, _, query) => {
      const all = query["address"] ? chain.of(query["address"]) : chain.transactions;
      return listOf(chain, query["type"] === "none" ? [] : all, query);
    },
  ],
  "/transactions/:hash": [
    "",
    (chain, hash) =>
      restTransaction(chain, chain.transactions.find((one) => one.hash === hash) ?? missing()),
  ],
  "/accounts/:address": [
    "",
    (chain, address) => {
      const txCount = chain.of(address).length || missing();
      const seen = { firstSeen: chain.head.timestamp, lastSeen: chain.head.timestamp };
      const state = { balance: chain.balanceOf(address), nonce: chain.nonceOf(address) };
      return { address, ...state, txCount, isContract: false, ...seen };
    },
  ],
  "/accounts/:address/transactions": [
    "page limit direction",
    (chain, address, query) => listOf(chain, chain.of(address), query),
  ],
  "/accounts/:address/tokens": [
    "",
    () => ({ tokens: [{ contract: "dx1token", symbol: "PLN", decimals: 2, balance: "250" }] }),
  ],
  "/validators": [
    "status page limit",
    (chain, _, query) => {
      const all = query["status"] === "inactive" ? [] : [{ ...validatorOf(chain), name: "Seven" }];
      return { validators: pageOf(all, query), pagination: extentOf(all, query) };
    },
  ],
  "/validators/:address": [
    "",
    (chain, address) =>
      address === chain.validator ? { about: validatorOf(chain), delegators: 2 } : missing(),
  ],
  "/governance/proposals": [
    "status page limit",
    ({ ann }, _, query) => {
      const votes = { votesFor: "9", votesAgainst: "1", votesAbstain: "0" };
      const range = { startBlock: 2, endBlock: 90, status: "active" };
      const all = [{ id: 4, title: "Lower fees", proposer: ann, ...votes, ...range }];
      const { status = "active" } = query;
      return { proposals: pageOf(status === "active" || status === "all" ? all : [], query) };
    },
  ],
  "/governance/proposals/:id": [
    "",
    (_, id) => (id === "4" ? { text: "…", tally: [9, 1, 0] } : missing()),
  ],
};
/** What alpha does not have. */
const OF_DELTA = /^\/(?:validators|governance|accounts\/[^/]+\/tokens)/;

/** A status, and JSON or plain text. */
export type PlainAnswer = [number, object | string];

const STATUSES: Readonly<Record<string, number>> = { NOT_FOUND: 404, RATE_LIMITED: 429 };

/** Answers a GET request. */
export function answerRest(
  chain: PlainChain,
  path: string,
  query: URLSearchParams,
  { id, isAdmitted }: { readonly id: number; readonly isAdmitted: boolean },
): PlainAnswer {
  const meta = { timestamp: Date.now(), requestId: `plain:${id}` };
  try {
    if (!isAdmitted) throw new Refusal("RATE_LIMITED", "slow down");
    const found = Object.entries(REST).find(([pattern]) => matcherOf(pattern).test(path));
    if (!found || (chain.name === "alpha" && OF_DELTA.test(path))) return [404, "Not here."];
    const [pattern, [known, read]] = found;
    const unknown = [...query.keys()].find((name) => !known.split(" ").includes(name));
    if (unknown !== undefined) throw new Refusal("INVALID_PARAM", `no parameter ${unknown}`);
    const part = decodeURIComponent(matcherOf(pattern).exec(path)?.[1] ?? "");
    const data = read(chain, part, Object.fromEntries(query));
    return [200, { success: true, data, meta }];
  } catch (error) {
    const { code, message } = error as Refusal;
    return [STATUSES[code] ?? 400, { success: false, error: { code, message }, meta }];
  }
}

function matcherOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:\w+/, "([^/]+)")}$`);
}
