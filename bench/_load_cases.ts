import { requestBytes } from "./_generate_load.ts";

/** Things that the requests of a case are for, in turns. */
const SPREAD = 50;
const REST = "/v1/delta";
const RPC = "/rpc/delta";

/** A kind of request: what is asked, in turns. */
export interface Case {
  readonly name: string;
  readonly isPage?: boolean;
  readonly targets: readonly string[];
  /** Bodies in turns, where they are posted. */
  readonly bodies?: readonly string[];
  readonly floor: number;
  readonly aim: number;
}

interface Block {
  readonly number: number;
  readonly hash: string;
}

interface Transaction {
  readonly hash: string;
  readonly from: string;
}

const POINT = { floor: 0.5, aim: 0.75 };
const PAGE = { isPage: true, floor: 0.4, aim: 0.6 };

async function ask<Data>(origin: string, path: string): Promise<Data> {
  const response = await fetch(`${origin}${REST}${path}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { data: Data }).data;
}

/** The cases of a service of delta with a history. */
export async function casesOf(origin: string): Promise<Case[]> {
  const { blocks } = await ask<{ blocks: Block[] }>(origin, `/blocks?limit=${SPREAD}`);
  const { transactions } = await ask<{ transactions: Transaction[] }>(
    origin,
    `/transactions?limit=${SPREAD}`,
  );
  const addresses = [...new Set(transactions.map(({ from }) => from))];
  const [address = ""] = addresses;
  const balances = addresses.map((of) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "account_getBalance", params: [of, "latest"] }),
  );
  const pages = Array.from({ length: 10 }, (_, index) => `page=${index + 1}&limit=20`);
  const reads = (name: string, paths: string[], bounds: typeof POINT): Case => {
    return { name, targets: paths.map((path) => `${REST}${path}`), ...bounds };
  };
  const below = (path: string, names: readonly unknown[]): string[] =>
    names.map((name) => `${path}/${String(name)}`);
  const pagesOf = (list: string): string[] => pages.map((page) => `${list}?${page}`);
  const numbers = blocks.map(({ number }) => number);
  const [ofBlocks, ofTransactions] = [blocks, transactions].map((items) =>
    items.map(({ hash }) => hash),
  );
  return [
    reads("block by height", below("/blocks", numbers), POINT),
    reads("block by hash", below("/blocks", ofBlocks ?? []), POINT),
    reads("transaction", below("/transactions", ofTransactions ?? []), POINT),
    reads("account", below("/accounts", addresses), POINT),
    { name: "account_getBalance", targets: [RPC], bodies: balances, ...POINT },
    reads("page of blocks", pagesOf("/blocks"), PAGE),
    reads("page of transactions", pagesOf("/transactions"), PAGE),
    reads("page of an account", pagesOf(`/accounts/${address}/transactions`), PAGE),
  ];
}

/** The requests of a case, as bytes. */
export function requestsOf({ targets, bodies }: Case): Buffer[] {
  const [first = ""] = targets;
  if (bodies) return bodies.map((body) => requestBytes("POST", first, body));
  return targets.map((target) => requestBytes("GET", target));
}
