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
  const paths = (below: string[]): string[] => below.map((path) => `${REST}${path}`);
  return [
    {
      name: "block by height",
      targets: paths(blocks.map((one) => `/blocks/${one.number}`)),
      ...POINT,
    },
    { name: "block by hash", targets: paths(blocks.map((one) => `/blocks/${one.hash}`)), ...POINT },
    {
      name: "transaction",
      targets: paths(transactions.map((one) => `/transactions/${one.hash}`)),
      ...POINT,
    },
    { name: "account", targets: paths(addresses.map((one) => `/accounts/${one}`)), ...POINT },
    { name: "account_getBalance", targets: [RPC], bodies: balances, ...POINT },
    { name: "page of blocks", targets: paths(pages.map((page) => `/blocks?${page}`)), ...PAGE },
    {
      name: "page of transactions",
      targets: paths(pages.map((page) => `/transactions?${page}`)),
      ...PAGE,
    },
    {
      name: "page of an account",
      targets: paths(pages.map((page) => `/accounts/${address}/transactions?${page}`)),
      ...PAGE,
    },
  ];
}

/** The requests of a case, as bytes. */
export function requestsOf({ targets, bodies }: Case): Buffer[] {
  const [first = ""] = targets;
  if (bodies) return bodies.map((body) => requestBytes("POST", first, body));
  return targets.map((target) => requestBytes("GET", target));
}
